-- An exam whose pages are pictures, between its upload and the recognition of its text.
CREATE TABLE question_import_scans (
  import_id  integer PRIMARY KEY REFERENCES question_imports ON DELETE CASCADE,
  file_key   text NOT NULL,
  -- The pages without text, counted from 1.
  pages      integer[] NOT NULL,
  state      text NOT NULL CHECK (state IN ('offered', 'running', 'failed')),
  -- Why it failed, for the author.
  problem    text,
  -- Runs that began: one that ends its process is not begun for ever.
  runs       integer NOT NULL DEFAULT 0
);
CREATE TRIGGER question_import_scan_removed AFTER DELETE ON question_import_scans
  FOR EACH ROW EXECUTE FUNCTION release_attached_file('file_key');

-- What was recognised. A run that was cut off goes on behind the last page.
CREATE TABLE question_import_scan_pages (
  import_id  integer NOT NULL REFERENCES question_import_scans ON DELETE CASCADE,
  page       integer NOT NULL,
  -- Lines with their words; null where the page could not be recognised.
  lines      jsonb,
  PRIMARY KEY (import_id, page)
);
