-- Mails that the mail server refused, and the roles of people who added jobs.

-- What the mail server answered when it refused the mail permanently (5xx), the latest such answer. NULL: it never did.
ALTER TABLE outbox ADD COLUMN refusal TEXT;

-- The role that the changes of the job have in the audit trail; NULL for jobs from before this column was there.
ALTER TABLE jobs ADD COLUMN by_role TEXT;
