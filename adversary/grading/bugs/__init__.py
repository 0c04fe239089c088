"""Known bugs of the textbooks' learners: what students often write instead, a row of a table each."""
