-- Imports of people, processed in the background. What a line said is cleared after a day, when the import can no
-- longer be undone; its outcome stays.
CREATE TABLE people_imports (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  creation_key uuid NOT NULL UNIQUE,
  file_name text NOT NULL,
  mapping jsonb NOT NULL,
  takes_seat boolean NOT NULL,
  state text NOT NULL DEFAULT 'running' CHECK (state IN ('running', 'done', 'undoing', 'undone')),
  total integer NOT NULL,
  created_by uuid REFERENCES users ON DELETE SET NULL,
  created_at timestamptz NOT NULL,
  letters_at timestamptz
);
CREATE INDEX people_imports_by_author ON people_imports (created_by);

CREATE TABLE people_import_rows (
  import_id bigint NOT NULL REFERENCES people_imports ON DELETE CASCADE,
  line integer NOT NULL,
  person jsonb NOT NULL,
  outcome text CHECK (outcome IN ('created', 'extended', 'unchanged', 'refused', 'undone')),
  message text,
  user_id uuid REFERENCES users ON DELETE SET NULL,
  payment_id bigint,
  invited_at timestamptz,
  PRIMARY KEY (import_id, line)
);
CREATE INDEX people_import_rows_open ON people_import_rows (import_id, line) WHERE outcome IS NULL;
CREATE INDEX people_import_rows_of_user ON people_import_rows (user_id);
