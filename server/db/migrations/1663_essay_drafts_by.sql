-- Who saved a draft of an essay with one reader. The reading passes from person to person and goes with the return.
CREATE TABLE essay_drafts_by (
  essay_id    integer NOT NULL,
  student_id  uuid NOT NULL,
  saved_by    uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  PRIMARY KEY (essay_id, saved_by),
  FOREIGN KEY (essay_id, student_id) REFERENCES essays (id, student_id) ON DELETE CASCADE
);
CREATE INDEX essay_drafts_by_reader ON essay_drafts_by (saved_by);
-- The score that a review decided; null: undecided, or decided by an older release.
ALTER TABLE essay_reviews ADD COLUMN score_after numeric(8, 2);
