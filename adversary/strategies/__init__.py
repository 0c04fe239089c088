"""The adversaries: what one is, the registry, the options of a game, and a folder for each kind."""
