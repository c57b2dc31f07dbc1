-- What images show, and where they are used. The uses are kept by triggers: whoever writes HTML need not know of them.

ALTER TABLE media
  ADD COLUMN alt text NOT NULL DEFAULT '';
CREATE INDEX media_newest ON media (created_at DESC, id DESC);
CREATE INDEX media_search ON media USING gin ((name || ' ' || alt) gin_trgm_ops);
CREATE INDEX media_of_owner ON media (owner_id, created_at DESC, id DESC);

CREATE TABLE media_uses (
  media_id  integer NOT NULL REFERENCES media,
  kind      text NOT NULL CHECK (kind IN ('lesson', 'question')),
  ref_id    integer NOT NULL,
  PRIMARY KEY (media_id, kind, ref_id)
);
CREATE INDEX media_uses_by_ref ON media_uses (kind, ref_id);

CREATE FUNCTION media_ids(html text) RETURNS SETOF integer
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  AS $$ SELECT DISTINCT found[1]::integer FROM regexp_matches(html, '/api/media/(\d{1,9})(?!\d)', 'g') AS found $$;

-- Held while it is noted: an image that is deleted at the same moment is either gone before or kept.
CREATE FUNCTION note_media_uses(html text, use_kind text, use_id integer) RETURNS void
  LANGUAGE sql
  AS $$
    INSERT INTO media_uses (media_id, kind, ref_id)
    SELECT held.id, use_kind, use_id
    FROM (SELECT id FROM media WHERE id IN (SELECT media_ids(html)) FOR KEY SHARE) AS held
    ON CONFLICT DO NOTHING
  $$;

CREATE FUNCTION lesson_media() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN DELETE FROM media_uses WHERE kind = 'lesson' AND ref_id = OLD.id; END IF;
  IF TG_OP <> 'DELETE' THEN PERFORM note_media_uses(NEW.content, 'lesson', NEW.id); END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER lesson_media_written AFTER INSERT OR DELETE OR UPDATE OF content ON lessons
  FOR EACH ROW EXECUTE FUNCTION lesson_media();

-- Versions never change, and old ones are still shown in reviews: a question uses what any of its versions does.
CREATE FUNCTION question_media() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM note_media_uses(NEW.statement || ' ' || NEW.comment, 'question', NEW.question_id);
  RETURN NULL;
END $$;
CREATE TRIGGER question_media_written AFTER INSERT OR UPDATE ON question_versions
  FOR EACH ROW EXECUTE FUNCTION question_media();

CREATE FUNCTION option_media() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM note_media_uses(NEW.option_text || ' ' || NEW.comment, 'question', question_id)
  FROM question_versions WHERE id = NEW.question_version_id;
  RETURN NULL;
END $$;
CREATE TRIGGER option_media_written AFTER INSERT OR UPDATE ON options
  FOR EACH ROW EXECUTE FUNCTION option_media();

CREATE FUNCTION question_media_gone() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM media_uses WHERE kind = 'question' AND ref_id = OLD.id;
  RETURN NULL;
END $$;
CREATE TRIGGER question_media_removed AFTER DELETE ON questions
  FOR EACH ROW EXECUTE FUNCTION question_media_gone();

-- What was written before.
SELECT note_media_uses(content, 'lesson', id) FROM lessons WHERE content LIKE '%/api/media/%';
SELECT note_media_uses(statement || ' ' || comment, 'question', question_id) FROM question_versions
WHERE statement || comment LIKE '%/api/media/%';
SELECT note_media_uses(option_text || ' ' || options.comment, 'question', question_id)
FROM options JOIN question_versions ON question_versions.id = question_version_id
WHERE option_text || options.comment LIKE '%/api/media/%';
