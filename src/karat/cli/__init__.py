"""The command line: each verb is one file that parses, calls one public function, and prints."""
