"""The margin game in small dimension: how many mistakes can be forced at margin δ on unit vectors of R^d."""
