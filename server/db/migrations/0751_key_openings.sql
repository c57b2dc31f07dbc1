-- When a student last saw the key of a question (and of its copies in the bank). One row per student and question,
-- forgotten after days: only the day before an attempt matters. No reference to questions: its check would lock the
-- same few rows for everybody who reads the review of a simulado.
CREATE TABLE key_openings (
  user_id      uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  question_id  integer NOT NULL,
  opened_at    timestamptz NOT NULL,
  PRIMARY KEY (user_id, question_id)
);
CREATE INDEX key_openings_by_age ON key_openings (opened_at);

-- Written when the attempt closes: its student had opened the key within the day before it began.
ALTER TABLE attempt_questions ADD COLUMN key_seen boolean NOT NULL DEFAULT false;
-- Passed, but not without the questions whose key was seen. What was earned before this column stays.
ALTER TABLE attempts ADD COLUMN key_known boolean NOT NULL DEFAULT false;

CREATE OR REPLACE VIEW closed_attempts AS
  SELECT id, quiz_id, quiz_version_id, user_id, is_preview, NOT is_direct AND NOT is_preview AS counts, started_at,
         closed_at, total_questions, correct_answers, score, passed, time_spent,
         passed AND NOT is_direct AND NOT is_preview AND NOT held_back AND NOT key_known AS earns
  FROM attempts
  WHERE closed_at IS NOT NULL;
