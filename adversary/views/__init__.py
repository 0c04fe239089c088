"""Reports on grades: for terminals, notebooks, Gradescope, CI servers, spreadsheets, and for the student."""
