"""What is written and read: settings, traces, samples."""
