-- Items of scheduled work that failed (a student, an attempt, a file). Each is retried after its pause, which grows with
-- every failure, so that one broken row never holds up the others. The row goes when the item succeeds or is no longer due.
CREATE TABLE failed_items (
  -- The job, with the step behind a slash where it has several: 'quiz-windows/end'.
  work       text NOT NULL,
  item       text NOT NULL,
  failures   integer NOT NULL CHECK (failures > 0),
  failed_at  timestamptz NOT NULL,
  retry_at   timestamptz NOT NULL CHECK (retry_at > failed_at),
  PRIMARY KEY (work, item)
);
