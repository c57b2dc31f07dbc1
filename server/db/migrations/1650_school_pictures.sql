-- The logo on dark backgrounds and the symbol are pictures of the library, too: in use while the settings name them.
-- The logo is the page 2 of media_uses, as before.
CREATE OR REPLACE FUNCTION logo_media() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM media_uses WHERE kind = 'page' AND ref_id = 2;
  PERFORM note_media_uses(
    concat_ws(' ', NEW.stored ->> 'logo', NEW.stored ->> 'logoDark', NEW.stored ->> 'mark'), 'page', 2
  );
  RETURN NULL;
END $$;
