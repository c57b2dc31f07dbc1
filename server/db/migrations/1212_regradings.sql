-- An annulment, or one taken back, that concerns so many attempts that a job grades them anew, some at a time.
CREATE TABLE regradings (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  question_id int NOT NULL REFERENCES questions (id) ON DELETE CASCADE,
  -- The change of the question that asked for it: a later one takes its place.
  revision int NOT NULL,
  as_annulled boolean NOT NULL,
  total int NOT NULL,
  done int NOT NULL DEFAULT 0,
  changed int NOT NULL DEFAULT 0,
  pass_gained int NOT NULL DEFAULT 0,
  pass_lost int NOT NULL DEFAULT 0,
  -- Attempts up to this one are graded.
  last_attempt_id int NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL,
  finished_at timestamptz,
  -- Another change of the question came before its end.
  is_superseded boolean NOT NULL DEFAULT false,
  UNIQUE (question_id, revision)
);
