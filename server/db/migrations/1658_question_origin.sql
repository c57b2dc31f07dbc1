-- The órgão and the cargo of the exam that a question was asked in, and the import that it came from. Imports are deleted
-- after some days, and their questions stay: `import_id` is no foreign key.
ALTER TABLE questions
  ADD COLUMN organ text NOT NULL DEFAULT '',
  ADD COLUMN post text NOT NULL DEFAULT '',
  ADD COLUMN import_id int;

CREATE INDEX questions_organ ON questions (organ, id) WHERE in_bank AND organ <> '';
CREATE INDEX questions_post ON questions (post, id) WHERE in_bank AND post <> '';
CREATE INDEX questions_import ON questions (import_id, id) WHERE import_id IS NOT NULL;
