"""What is computed of a class or a sample, exactly, each within a budget and with its certificate."""
