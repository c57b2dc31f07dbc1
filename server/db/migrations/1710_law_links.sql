-- Citations outside lessons become links.
-- Whether a quote stands only where the key of a question is told: in its comment, or in that of an option. It counts
-- as such until the text is searched again, because the version before does not say.
ALTER TABLE law_item_citations ADD COLUMN in_comment boolean NOT NULL DEFAULT true;

-- What was decided about a quote of a question, base text, comment or note: it is no citation, or it cites another device.
CREATE TABLE law_item_choices (
  item_id    integer NOT NULL REFERENCES law_items ON DELETE CASCADE,
  quote      text NOT NULL,
  -- Null: refused.
  norm_key   text,
  lex_id     text NOT NULL DEFAULT '',
  decided_by uuid REFERENCES users ON DELETE SET NULL,
  decided_at timestamptz NOT NULL,
  PRIMARY KEY (item_id, quote)
);
CREATE INDEX law_item_choices_decided_by ON law_item_choices (decided_by) WHERE decided_by IS NOT NULL;
CREATE INDEX law_item_choices_of_device ON law_item_choices (norm_key, lex_id, item_id) WHERE norm_key IS NOT NULL;

-- Articles that an author attached to a question which cites none.
CREATE TABLE law_item_articles (
  item_id    integer NOT NULL REFERENCES law_items ON DELETE CASCADE,
  norm_key   text NOT NULL,
  lex_id     text NOT NULL,
  decided_by   uuid REFERENCES users ON DELETE SET NULL,
  decided_at   timestamptz NOT NULL,
  PRIMARY KEY (item_id, norm_key, lex_id)
);
CREATE INDEX law_item_articles_decided_by ON law_item_articles (decided_by) WHERE decided_by IS NOT NULL;
CREATE INDEX law_item_articles_of_device ON law_item_articles (norm_key, lex_id, item_id);
