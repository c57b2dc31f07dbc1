-- The first day of a student: that it was left or is over, and the start test. No row: nothing was done about it yet.
CREATE TABLE first_days (
  user_id      uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  practice_id  integer REFERENCES practices ON DELETE SET NULL,
  over_at      timestamptz
);
CREATE INDEX first_days_of_practice ON first_days (practice_id) WHERE practice_id IS NOT NULL;

-- The start test is a practice, too. The version before takes it for one of a quiz, and shows it.
ALTER TABLE practices DROP CONSTRAINT practices_mode;
ALTER TABLE practices ADD CONSTRAINT practices_mode CHECK (mode IN ('training', 'mistakes', 'free', 'start')) NOT VALID;

-- What a free practice was about, where it was one topic: the plan ticks it.
ALTER TABLE practices ADD COLUMN topic_id integer REFERENCES topics ON DELETE SET NULL;
CREATE INDEX practices_of_topic ON practices (topic_id) WHERE topic_id IS NOT NULL;
