-- The picture of a card in a set. The row names the file itself, because a set outlives the account of its author.
ALTER TABLE card_set_cards
  ADD COLUMN picture_key     text,
  -- The hash of the file as it was sent: a student who has the same picture gets no second one.
  ADD COLUMN picture_sha256  bytea,
  ADD COLUMN picture_mime    text,
  ADD COLUMN picture_bytes   integer,
  ADD COLUMN picture_width   integer,
  ADD COLUMN picture_height  integer,
  ADD COLUMN picture_side    text NOT NULL DEFAULT 'back' CHECK (picture_side IN ('front', 'back')),
  ADD CONSTRAINT card_set_cards_picture CHECK (
    num_nulls(picture_key, picture_sha256, picture_mime, picture_bytes, picture_width, picture_height) IN (0, 6)
  );
CREATE INDEX card_set_cards_by_picture ON card_set_cards (picture_key) WHERE picture_key IS NOT NULL;

-- Releases a file that neither a picture of a person nor a set names any more. The insert waits for another transaction
-- that releases the same file, so that one of the two sees that no row is left.
CREATE FUNCTION release_card_file(released text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO unclaimed_files (key, at) VALUES (released, to_timestamp(0)) ON CONFLICT DO NOTHING;
  IF EXISTS (SELECT FROM card_pictures WHERE file_key = released)
    OR EXISTS (SELECT FROM card_set_cards WHERE picture_key = released) THEN
    DELETE FROM unclaimed_files WHERE key = released;
  END IF;
END $$;

CREATE OR REPLACE FUNCTION release_card_picture() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM release_card_file(OLD.file_key);
  RETURN NULL;
END $$;

CREATE FUNCTION release_card_set_picture() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.picture_key IS NULL THEN RETURN NULL; END IF;
  IF TG_OP = 'UPDATE' AND NEW.picture_key = OLD.picture_key THEN RETURN NULL; END IF;
  PERFORM release_card_file(OLD.picture_key);
  RETURN NULL;
END $$;
CREATE TRIGGER card_set_cards_release AFTER DELETE OR UPDATE OF picture_key ON card_set_cards
  FOR EACH ROW EXECUTE FUNCTION release_card_set_picture();
