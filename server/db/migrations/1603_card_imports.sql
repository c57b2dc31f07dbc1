-- Decks that a student uploads: the preview, the import in the background, its undo.
CREATE TABLE card_imports (
  id               integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id          uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  file_name        text NOT NULL,
  -- The uploaded file until the import is done.
  file_key         text,
  -- The hash of the file: the same file sent again is the same preview.
  sha256           bytea NOT NULL,
  state            text NOT NULL DEFAULT 'preview' CHECK (state IN ('preview', 'running', 'done', 'undoing', 'undone')),
  -- What the file holds, and what of it cannot come.
  summary          jsonb NOT NULL,
  known            integer NOT NULL,
  -- The topic of each deck, or that it stays out.
  choices          jsonb NOT NULL DEFAULT '[]',
  keeps_schedule   boolean NOT NULL DEFAULT true,
  chosen           integer NOT NULL DEFAULT 0,
  -- Cards of the file that were processed, and those of them that were added.
  processed        integer NOT NULL DEFAULT 0,
  added            integer NOT NULL DEFAULT 0,
  broken_pictures  integer NOT NULL DEFAULT 0,
  stayed           integer NOT NULL DEFAULT 0,
  created_at       timestamptz NOT NULL
);
CREATE INDEX card_imports_newest ON card_imports (user_id, id DESC);
CREATE INDEX card_imports_previews ON card_imports (created_at) WHERE state = 'preview';

-- A deleted import releases its file, also when its owner is erased.
CREATE FUNCTION release_card_import() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.file_key IS NOT NULL THEN
    INSERT INTO unclaimed_files (key, at) VALUES (OLD.file_key, to_timestamp(0)) ON CONFLICT DO NOTHING;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER card_imports_release AFTER DELETE ON card_imports
  FOR EACH ROW EXECUTE FUNCTION release_card_import();

-- The import that brought a card, and the note and template of Anki that it comes from and goes back to.
ALTER TABLE cards
  ADD COLUMN import_id integer REFERENCES card_imports ON DELETE SET NULL,
  ADD COLUMN anki_guid text,
  ADD COLUMN anki_ord  smallint;
CREATE INDEX cards_import ON cards (import_id, id) WHERE import_id IS NOT NULL;

-- Reviews in Anki before a card came: rows of `revlog`, oldest first. The memory starts from the card's seed.
CREATE TABLE card_past_reviews (
  card_id  integer PRIMARY KEY REFERENCES cards ON DELETE CASCADE,
  user_id  uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  reviews  jsonb NOT NULL
);
CREATE INDEX card_past_reviews_of_student ON card_past_reviews (user_id);
