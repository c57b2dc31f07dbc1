-- The landing page and the legal texts as their owner writes them. What was published is kept for ever: students agreed to it.

CREATE TABLE page_drafts (
  page     text PRIMARY KEY CHECK (page IN ('landing', 'terms', 'privacy', 'refund')),
  content  jsonb NOT NULL CHECK (jsonb_typeof(content) = 'object'),
  revision integer NOT NULL CHECK (revision > 0),
  saved_at timestamptz NOT NULL,
  saved_by uuid REFERENCES users ON DELETE SET NULL
);
CREATE INDEX page_drafts_by_author ON page_drafts (saved_by);

CREATE TABLE page_versions (
  page         text NOT NULL CHECK (page IN ('landing', 'terms', 'privacy', 'refund')),
  number       integer NOT NULL CHECK (number > 0),
  content      jsonb NOT NULL CHECK (jsonb_typeof(content) = 'object'),
  -- Of legal pages: the version that students agree to. A text that the product brought is one of them.
  label        text CHECK ((label IS NULL) = (page = 'landing')),
  is_brought   boolean NOT NULL DEFAULT false,
  published_at timestamptz NOT NULL,
  published_by uuid REFERENCES users ON DELETE SET NULL,
  PRIMARY KEY (page, number),
  UNIQUE (page, label)
);
CREATE INDEX page_versions_by_author ON page_versions (published_by);

-- Pictures of the landing page, of its draft and of every version that can be brought back, are in use.
ALTER TABLE media_uses DROP CONSTRAINT media_uses_kind_check;
ALTER TABLE media_uses ADD CONSTRAINT media_uses_kind_check CHECK (kind IN ('lesson', 'question', 'page'));

CREATE FUNCTION page_media() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM media_uses WHERE kind = 'page';
  PERFORM note_media_uses(string_agg(content::text, ' '), 'page', 1) FROM (
    SELECT content FROM page_drafts WHERE page = 'landing'
    UNION ALL SELECT content FROM page_versions WHERE page = 'landing'
  ) AS written;
  RETURN NULL;
END $$;
CREATE TRIGGER page_draft_media AFTER INSERT OR UPDATE OF content ON page_drafts
  FOR EACH ROW WHEN (NEW.page = 'landing') EXECUTE FUNCTION page_media();
CREATE TRIGGER page_version_media AFTER INSERT ON page_versions
  FOR EACH ROW WHEN (NEW.page = 'landing') EXECUTE FUNCTION page_media();
