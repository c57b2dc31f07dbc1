-- What an amendment touches, until it is decided: up to 500 texts of one kind in a row. A much cited law has a hundred
-- thousand of them, and a row for each costs seconds of the amendment. A decision writes the row of law_change_items.
CREATE TABLE law_change_pages (
  change_id  integer NOT NULL REFERENCES law_changes ON DELETE CASCADE,
  kind       text NOT NULL CHECK (kind ~ '^[a-z_]{1,20}$'),
  -- The first and the last of `ids`. Pages of an amendment do not overlap.
  first_id   integer NOT NULL,
  last_id    integer NOT NULL,
  -- Ids of law_change_items, of its sequence, in ascending order: a row that is written later has the same id.
  ids        integer[] NOT NULL,
  -- Lessons where `kind` is 'lesson', and else law_items; ascending. A text that was deleted since is no item.
  text_ids   integer[] NOT NULL,
  -- For each text the cited devices that are or contain a changed one, separated by spaces.
  lex_ids    text[] NOT NULL,
  PRIMARY KEY (change_id, first_id),
  CHECK (cardinality(ids) = cardinality(text_ids) AND cardinality(ids) = cardinality(lex_ids))
);
