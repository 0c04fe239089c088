"""The search for a game that breaks a bound: spaces, pools of points, games, and making small what was found."""
