-- A statement of the wrong account or school is taken back whole. Its row goes when everything that it caused is undone.
ALTER TABLE statements ADD COLUMN taken_back_at timestamptz;
