-- What a closed attempt is worth, spelled once: every other feature reads these views instead of the table, and nobody
-- reads attempts.kind any more.

-- `counts`: for progress, certificates, statistics, reports and the plan. Previews are authors' own attempts. Direct
-- attempts, which the plain calls of the specification make, stand in the list and in the best result, nowhere else.
CREATE VIEW closed_attempts AS
  SELECT id, quiz_id, quiz_version_id, user_id, is_preview, NOT is_direct AND NOT is_preview AS counts, started_at,
         closed_at, total_questions, correct_answers, score, passed, time_spent
  FROM attempts
  WHERE closed_at IS NOT NULL;

CREATE VIEW counted_attempts AS
  SELECT id, quiz_id, quiz_version_id, user_id, started_at, closed_at, total_questions, correct_answers, score, passed,
         time_spent
  FROM closed_attempts
  WHERE counts;

CREATE OR REPLACE VIEW passed_quizzes AS
  SELECT DISTINCT user_id, quiz_id FROM counted_attempts WHERE passed;

-- In place of attempts_passed, which goes with attempts.kind.
CREATE INDEX IF NOT EXISTS attempts_counted_passes ON attempts (user_id, quiz_id)
  WHERE passed AND closed_at IS NOT NULL AND NOT is_direct AND NOT is_preview;
