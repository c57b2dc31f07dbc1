-- A timed practice of a student's own mistakes. The choices are graded when it is handed in: until then they have their
-- own columns, so that neither this version nor the one before can read a verdict from them.
ALTER TABLE practices ADD COLUMN deadline_at timestamptz;
ALTER TABLE practices DROP CONSTRAINT practices_mode;
ALTER TABLE practices ADD CONSTRAINT practices_mode
  CHECK (mode IN ('training', 'mistakes', 'free', 'start', 'timed')) NOT VALID;
-- One open timed practice per student.
CREATE UNIQUE INDEX practices_one_open_timed ON practices (user_id)
  WHERE finished_at IS NULL AND deadline_at IS NOT NULL;
-- For the job that closes those whose time is over.
CREATE INDEX practices_open_deadline ON practices (deadline_at)
  WHERE finished_at IS NULL AND deadline_at IS NOT NULL;

ALTER TABLE practice_questions
  ADD COLUMN chosen_option_id integer REFERENCES options,
  ADD COLUMN chosen_at timestamptz;
CREATE INDEX practice_questions_by_choice ON practice_questions (chosen_option_id) WHERE chosen_option_id IS NOT NULL;
