"""Games that try to refute printed claims, and the runner of all claims."""
