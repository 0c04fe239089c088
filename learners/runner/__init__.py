"""Runners of learners: in this process, in a worker process or as a program, with limits and a sandbox."""
