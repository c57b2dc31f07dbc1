-- Treino, erradas and free practice: the answer shows at once, and nothing of it counts for results.

CREATE TABLE practices (
  id               integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id          uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  kind             text NOT NULL CHECK (kind IN ('treino', 'erradas', 'livre')),
  quiz_id          integer REFERENCES quizzes ON DELETE CASCADE,
  title            text NOT NULL,
  -- Named by the browser that starts it: a repeated request finds the practice of the first.
  creation_key     uuid,
  total_questions  integer NOT NULL CHECK (total_questions > 0),
  shuffle_options  boolean NOT NULL,
  started_at       timestamptz NOT NULL,
  finished_at      timestamptz,
  UNIQUE (user_id, creation_key),
  CHECK ((kind = 'livre') = (quiz_id IS NULL))
);
-- One open practice per student, quiz and kind, whatever races to start it.
CREATE UNIQUE INDEX practices_one_open ON practices (user_id, quiz_id, kind)
  WHERE finished_at IS NULL AND quiz_id IS NOT NULL;
CREATE INDEX practices_of_student ON practices (user_id, id DESC);
CREATE INDEX practices_of_quiz ON practices (quiz_id) WHERE quiz_id IS NOT NULL;

CREATE TABLE practice_questions (
  practice_id          integer NOT NULL REFERENCES practices ON DELETE CASCADE,
  question_id          integer NOT NULL REFERENCES questions,
  question_version_id  integer NOT NULL REFERENCES question_versions,
  position             smallint NOT NULL,
  option_id            integer REFERENCES options,
  is_correct           boolean,
  answered_at          timestamptz,
  PRIMARY KEY (practice_id, question_id),
  CHECK (num_nulls(option_id, is_correct, answered_at) IN (0, 3))
);
CREATE INDEX practice_questions_by_question ON practice_questions (question_id);
CREATE INDEX practice_questions_by_version ON practice_questions (question_version_id);
CREATE INDEX practice_questions_by_option ON practice_questions (option_id) WHERE option_id IS NOT NULL;
