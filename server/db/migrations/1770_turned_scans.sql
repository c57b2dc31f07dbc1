-- Quarter turns, clockwise, that the picture of a page needed to stand upright.
ALTER TABLE question_import_scan_pages ADD COLUMN turn integer NOT NULL DEFAULT 0 CHECK (turn BETWEEN 0 AND 3);
