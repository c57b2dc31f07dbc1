-- Measured study time: one row per student and day (America/Sao_Paulo), one bit for each slot of 20 seconds.
-- Adding time is OR: the same moment read in two tabs, or reported twice, is one bit.
CREATE TABLE study_days (
  user_id   uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  day       date NOT NULL,
  reading   bit(4320) NOT NULL,
  quizzes   bit(4320) NOT NULL,
  -- At least one question was answered.
  answered  boolean NOT NULL DEFAULT false,
  PRIMARY KEY (user_id, day)
);

CREATE TABLE study_goals (
  user_id       uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  weekly_hours  smallint NOT NULL CHECK (weekly_hours BETWEEN 1 AND 100)
);

-- A student's attempts by the time they ended: the dashboard's last five and the last 30 days.
CREATE INDEX attempts_recent ON attempts (user_id, closed_at DESC, id DESC) WHERE closed_at IS NOT NULL;
