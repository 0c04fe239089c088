"""Other people's learners: scikit-learn, river, and any executable."""
