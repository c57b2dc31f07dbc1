-- Who saved a draft of an essay with one reader. The reading passes from person to person and goes with the return.
CREATE TABLE essay_drafts_by (
  essay_id   integer NOT NULL REFERENCES essays ON DELETE CASCADE,
  reader_id  uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  PRIMARY KEY (essay_id, reader_id)
);
CREATE INDEX essay_drafts_by_reader ON essay_drafts_by (reader_id);
-- The score that a review decided; null: undecided, or decided by an older release.
ALTER TABLE essay_reviews ADD COLUMN score_after numeric(8, 2);
