-- Citations of laws in questions, comments, base texts, cards, cards of sets and notes.
CREATE TABLE law_items (
  id             integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind           text NOT NULL CHECK (kind ~ '^[a-z_]{1,20}$'),
  question_id    integer UNIQUE REFERENCES questions ON DELETE CASCADE,
  comment_id     integer UNIQUE REFERENCES question_comments ON DELETE CASCADE,
  base_text_id   integer UNIQUE REFERENCES base_texts ON DELETE CASCADE,
  card_id        integer UNIQUE REFERENCES cards ON DELETE CASCADE,
  set_card_id    integer UNIQUE REFERENCES card_set_cards ON DELETE CASCADE,
  annotation_id  integer UNIQUE REFERENCES annotations ON DELETE CASCADE,
  -- Which text was searched, and with which names of laws.
  version        bigint NOT NULL,
  names_key      text NOT NULL,
  -- When this text was written. An amendment concerns texts that are older than it.
  written_at     timestamptz NOT NULL,
  -- The kind says which one.
  CHECK (num_nonnulls(question_id, comment_id, base_text_id, card_id, set_card_id, annotation_id) >= 1)
);

CREATE TABLE law_item_citations (
  item_id     integer NOT NULL REFERENCES law_items ON DELETE CASCADE,
  -- The order in the text. The devices of a range share one quote.
  number      integer NOT NULL,
  quote       text NOT NULL,
  -- Counts equal quotes of the text from 0.
  occurrence  integer NOT NULL,
  norm_key    text NOT NULL,
  -- As in LexML; empty where the norm itself is cited.
  lex_id      text NOT NULL,
  article     text,
  PRIMARY KEY (item_id, number)
);
CREATE INDEX law_item_citations_of_device ON law_item_citations (norm_key, lex_id, item_id);
CREATE INDEX law_item_citations_of_article ON law_item_citations (norm_key, article, item_id);
CREATE INDEX law_citations_of_device ON law_citations (norm_key, lex_id, lesson_id);

CREATE INDEX law_citation_choices_of_device ON law_citation_choices (norm_key, lex_id, lesson_id)
  WHERE norm_key IS NOT NULL;
