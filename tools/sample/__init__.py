"""Where the sample data of karat comes from."""
