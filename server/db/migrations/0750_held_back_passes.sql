-- A pass that holds a question of another attempt which its student still has open tells nothing yet: neither course
-- nor certificate shows it before that attempt ends.
ALTER TABLE attempts ADD COLUMN held_back boolean NOT NULL DEFAULT false;
CREATE INDEX attempts_held_back ON attempts (user_id) WHERE held_back;

-- `earns`: a pass that ticks a course's item and counts for its certificate.
CREATE OR REPLACE VIEW closed_attempts AS
  SELECT id, quiz_id, quiz_version_id, user_id, is_preview, NOT is_direct AND NOT is_preview AS counts, started_at,
         closed_at, total_questions, correct_answers, score, passed, time_spent,
         passed AND NOT is_direct AND NOT is_preview AND NOT held_back AS earns
  FROM attempts
  WHERE closed_at IS NOT NULL;

CREATE OR REPLACE VIEW counted_attempts AS
  SELECT id, quiz_id, quiz_version_id, user_id, started_at, closed_at, total_questions, correct_answers, score, passed,
         time_spent, earns
  FROM closed_attempts
  WHERE counts;

CREATE OR REPLACE VIEW passed_quizzes AS
  SELECT DISTINCT user_id, quiz_id FROM counted_attempts WHERE passed AND earns;
