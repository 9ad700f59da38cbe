"""Where ``crashing`` may end the process, for the tests, which must not load the program themselves."""

EXIT = 77
BEFORE_THE_COMMIT = ("before_lock", "after_insert", "before_commit")
AFTER_THE_COMMIT = ("after_commit", "before_hint", "after_ack")
