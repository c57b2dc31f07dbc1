-- How a question stood when its attempt was last graded. A regrading in the background meets attempts that were closed
-- after the question had changed, and some that a change before it never reached: only this says what is new for them.
ALTER TABLE attempt_questions ADD COLUMN counted_annulled boolean NOT NULL DEFAULT false;

UPDATE attempt_questions SET counted_annulled = true
WHERE question_id IN (SELECT id FROM questions WHERE status = 'annulled')
  AND EXISTS (SELECT FROM attempts WHERE attempts.id = attempt_questions.attempt_id AND attempts.closed_at IS NOT NULL);
