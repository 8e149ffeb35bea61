-- Mails that the mail server may have accepted although it did not confirm that.

-- 1: an attempt ended without the mail server's reply to the mail, or its outcome was not recorded. Stays 1.
ALTER TABLE outbox ADD COLUMN maybe_taken INTEGER NOT NULL DEFAULT 0;
