"""Runners of learners: in this process, in a worker process or as a program; limits and the sandbox."""
