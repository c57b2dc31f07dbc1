-- The lines of an exam in PDF, page by page. The review shows them beside the questions until the import ends.
CREATE TABLE question_import_pages (
  import_id  integer NOT NULL REFERENCES question_imports ON DELETE CASCADE,
  page       integer NOT NULL,
  content    jsonb NOT NULL,
  PRIMARY KEY (import_id, page)
);
-- The pieces of lines that an entry was read from.
ALTER TABLE question_import_entries ADD COLUMN pieces jsonb;
-- The author has decided that the entry stays out of the bank.
ALTER TABLE question_import_entries ADD COLUMN left_out boolean NOT NULL DEFAULT false;
