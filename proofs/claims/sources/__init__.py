"""The claims of each source, in the order in which it prints them."""
