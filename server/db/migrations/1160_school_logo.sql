-- The school's logo is a picture of the library: in use while the settings name it. Of the public pages ref_id 1 is the
-- landing page, 2 the logo.
CREATE OR REPLACE FUNCTION page_media() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM media_uses WHERE kind = 'page' AND ref_id = 1;
  PERFORM note_media_uses(string_agg(content::text, ' '), 'page', 1) FROM (
    SELECT content FROM page_drafts WHERE page = 'landing'
    UNION ALL SELECT content FROM page_versions WHERE page = 'landing'
  ) AS written;
  RETURN NULL;
END $$;

CREATE FUNCTION logo_media() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM media_uses WHERE kind = 'page' AND ref_id = 2;
  PERFORM note_media_uses(NEW.stored ->> 'logo', 'page', 2);
  RETURN NULL;
END $$;
CREATE TRIGGER settings_logo_media AFTER INSERT OR UPDATE OF stored ON settings
  FOR EACH ROW EXECUTE FUNCTION logo_media();
