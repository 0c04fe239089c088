"""Many independent tasks, on the cores of one machine or on a cluster, with a store of results."""
