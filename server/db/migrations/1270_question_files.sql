-- Files of more kinds, and spreadsheets whose columns the author names.
ALTER TABLE question_imports DROP CONSTRAINT question_imports_file_kind_check;
ALTER TABLE question_imports ADD CONSTRAINT question_imports_file_kind_check
  CHECK (file_kind IN ('csv', 'xlsx', 'gift', 'moodle', 'aiken', 'docx', 'text'));
-- What each column was taken for; null where the file is no table.
ALTER TABLE question_imports ADD COLUMN layout jsonb;

-- The rows of a table as JSON, to read them again with other columns. Text, because only the reading thread parses it.
CREATE TABLE question_import_tables (
  import_id  integer PRIMARY KEY REFERENCES question_imports ON DELETE CASCADE,
  rows       text NOT NULL
);

-- What the school said of columns, by the key of their header. An empty field: not to be imported.
CREATE TABLE question_columns (
  header_key  text PRIMARY KEY,
  field       text NOT NULL,
  updated_at  timestamptz NOT NULL
);
CREATE INDEX question_columns_by_age ON question_columns (updated_at);
