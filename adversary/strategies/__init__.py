"""The adversaries: their protocol, the registry, the options of a game, and a folder for each kind."""
