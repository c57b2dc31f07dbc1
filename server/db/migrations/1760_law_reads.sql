-- Articles of laws that a reader marked as read.
CREATE TABLE law_article_reads (
  user_id  uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  law_id   integer NOT NULL REFERENCES laws ON DELETE CASCADE,
  -- As in LexML: art103-1.
  article  text NOT NULL,
  read_at  timestamptz NOT NULL,
  PRIMARY KEY (user_id, law_id, article)
);
CREATE INDEX law_article_reads_of_law ON law_article_reads (law_id);
