-- What could be read of an entry with a problem, to be corrected in place.
ALTER TABLE question_import_entries ADD COLUMN unfinished jsonb;
