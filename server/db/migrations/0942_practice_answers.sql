-- The last answers to a question, for the share of each alternative.
CREATE INDEX practice_questions_answers ON practice_questions (question_version_id, answered_at DESC)
  WHERE option_id IS NOT NULL;
