"""The games that try printed claims, and what runs the book of claims."""
