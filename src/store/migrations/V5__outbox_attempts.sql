-- An attempt to send a mail is recorded before it begins, so that a mail is not sent again and again when its outcome
-- cannot be recorded.

-- When the latest attempt began, in seconds since 1970.
ALTER TABLE outbox ADD COLUMN tried INTEGER;
-- 1 from the beginning of an attempt until its outcome is recorded.
ALTER TABLE outbox ADD COLUMN sending INTEGER NOT NULL DEFAULT 0;
