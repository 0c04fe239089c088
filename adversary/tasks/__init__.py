"""Many independent tasks: on the cores of one machine or on a cluster, none of them lost."""
