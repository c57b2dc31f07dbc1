-- The number of a question in its file, by which an answer sheet names it.
ALTER TABLE question_import_entries ADD COLUMN number integer;
-- The key of this entry comes from an answer sheet.
ALTER TABLE question_import_entries ADD COLUMN awaits_key boolean NOT NULL DEFAULT false;
-- A reason to look at the entry that remains when it has its key.
ALTER TABLE question_import_entries ADD COLUMN warning text;
CREATE INDEX question_import_entries_awaiting ON question_import_entries (import_id, position) WHERE awaits_key;

ALTER TABLE question_imports DROP CONSTRAINT question_imports_file_kind_check;
ALTER TABLE question_imports ADD CONSTRAINT question_imports_file_kind_check
  CHECK (file_kind IN ('csv', 'xlsx', 'gift', 'moodle', 'aiken', 'docx', 'text', 'pdf'));
