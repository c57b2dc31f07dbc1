-- Questions that say nearly the same, found a bounded part at a time. `bands`: what their contents are found by, hashes
-- of pairs of words (server/features/questions/bands.ts); two questions that share one may be alike. Null: not made yet.
ALTER TABLE question_index ADD COLUMN bands integer[];
ALTER TABLE question_index ADD COLUMN compared boolean NOT NULL DEFAULT false;
CREATE INDEX question_index_to_compare ON question_index (question_id) WHERE NOT compared;
-- Written at once: what waits in a list would be read by every comparison.
CREATE INDEX question_index_by_band ON question_index USING gin (bands) WITH (fastupdate = off);

-- The version before knows nothing of it: it changes the text of a question and leaves its bands.
CREATE FUNCTION question_compare_again() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.text_key IS DISTINCT FROM OLD.text_key AND NEW.bands IS NOT DISTINCT FROM OLD.bands THEN
    NEW.bands := NULL;
    NEW.compared := false;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER question_compare_again BEFORE UPDATE OF text_key ON question_index
  FOR EACH ROW EXECUTE FUNCTION question_compare_again();

CREATE TABLE question_pairs (
  first_id    integer NOT NULL REFERENCES questions ON DELETE CASCADE,
  second_id   integer NOT NULL REFERENCES questions ON DELETE CASCADE,
  likeness    real NOT NULL,
  -- What an author said of them; nobody is asked twice.
  verdict     text CHECK (verdict IN ('same', 'variation', 'different')),
  decided_by  uuid REFERENCES users ON DELETE SET NULL,
  decided_at  timestamptz,
  PRIMARY KEY (first_id, second_id),
  CHECK (first_id < second_id)
);
CREATE INDEX question_pairs_of_second ON question_pairs (second_id);
CREATE INDEX question_pairs_by_decider ON question_pairs (decided_by) WHERE decided_by IS NOT NULL;
CREATE INDEX question_pairs_open ON question_pairs ((-likeness), first_id, second_id) WHERE verdict IS NULL;

-- The question of the bank that an entry of an import resembles, and what the author says of it.
ALTER TABLE question_import_entries ADD COLUMN like_question_id integer;
ALTER TABLE question_import_entries ADD COLUMN likeness real;
ALTER TABLE question_import_entries ADD COLUMN verdict text CHECK (verdict IN ('same', 'variation', 'different'));
-- How far the comparison has come; null: it was made before there was one.
ALTER TABLE question_imports ADD COLUMN compared_to integer;
