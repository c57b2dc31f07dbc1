-- What was changed in the bank at once, many questions by one press, and how to take it back for seven days.

CREATE TABLE question_changes (
  id            integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  author_id     uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  kind          text NOT NULL CHECK (kind IN ('bulk', 'import')),
  -- The names of what was changed.
  fields        text[] NOT NULL,
  -- Of an import.
  file_name     text,
  question_count integer NOT NULL,
  -- Named by the browser: a repeated request gets the answer of the first.
  creation_key  uuid,
  -- What was answered, and what taking it back answered: the same again is the same.
  outcome       jsonb NOT NULL,
  created_at    timestamptz NOT NULL,
  undone_at     timestamptz,
  undo_outcome  jsonb,
  UNIQUE (author_id, creation_key)
);
CREATE INDEX question_changes_of_author ON question_changes (author_id, id DESC);
CREATE INDEX question_changes_by_age ON question_changes (created_at);

-- Each question as it was, and the save by which it was changed. No foreign key: what was deleted since is named, too.
CREATE TABLE question_change_rows (
  change_id    integer NOT NULL REFERENCES question_changes ON DELETE CASCADE,
  question_id  integer NOT NULL,
  revision     integer NOT NULL,
  -- Null where the change made it.
  before       jsonb,
  PRIMARY KEY (change_id, question_id)
);
