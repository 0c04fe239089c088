"""Search spaces: points to show, targets to explain their labels, and what each kind of setting decides."""
