-- An answer sheet may say that a question was annulled: the entry stays out unless its author gives it a key.
ALTER TABLE question_import_entries ADD COLUMN annulled boolean NOT NULL DEFAULT false;
-- The numbers of those that stayed out: the entries are deleted when the import ends.
ALTER TABLE question_imports ADD COLUMN annulled_numbers integer[] NOT NULL DEFAULT '{}';
