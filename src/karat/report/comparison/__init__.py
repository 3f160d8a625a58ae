"""What is said of systems that were compared: the claim, the tables, the figures, five questions, and the whole report."""
