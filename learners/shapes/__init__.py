"""How people's programs are called: one file for each shape. What may be inferred is inferred, and always said."""
