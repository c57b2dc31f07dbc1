-- Quizzes that draw questions from the bank for each attempt.

ALTER TABLE quiz_versions
  -- Each attempt sees the options in an order of its own.
  ADD COLUMN shuffle_options boolean NOT NULL DEFAULT false,
  -- May be practised without a prova before.
  ADD COLUMN is_training boolean NOT NULL DEFAULT false,
  -- How many of question_count are drawn.
  ADD COLUMN draw_count integer NOT NULL DEFAULT 0;

-- "10 de Português, difíceis": each rule is drawn anew for every attempt, without repeats within it.
CREATE TABLE quiz_version_draws (
  quiz_version_id  integer NOT NULL REFERENCES quiz_versions ON DELETE CASCADE,
  position         smallint NOT NULL CHECK (position > 0),
  question_count   smallint NOT NULL CHECK (question_count > 0),
  -- Null: any. A subject that a rule names cannot be removed, only merged.
  subject_id       integer REFERENCES subjects,
  topic            text NOT NULL DEFAULT '',
  source           text NOT NULL DEFAULT '',
  difficulty       text CHECK (difficulty IN ('easy', 'medium', 'hard')),
  PRIMARY KEY (quiz_version_id, position)
);
CREATE INDEX quiz_version_draws_subject ON quiz_version_draws (subject_id) WHERE subject_id IS NOT NULL;
