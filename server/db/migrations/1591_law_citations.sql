-- Citations of laws in lessons, as they were found in one version of the text.
CREATE TABLE law_citations (
  lesson_id   integer NOT NULL REFERENCES lessons ON DELETE CASCADE,
  -- The order in the text.
  number      integer NOT NULL,
  quote       text NOT NULL,
  -- Counts equal quotes of a lesson from 0.
  occurrence  integer NOT NULL,
  norm_key    text NOT NULL,
  -- As in LexML; empty where the norm itself is cited.
  lex_id      text NOT NULL,
  article     text,
  PRIMARY KEY (lesson_id, number)
);
CREATE INDEX law_citations_of_norm ON law_citations (norm_key, article, lesson_id);

-- What an author decided about a quote of a lesson: it is no citation, or it cites another device.
CREATE TABLE law_citation_choices (
  lesson_id  integer NOT NULL REFERENCES lessons ON DELETE CASCADE,
  quote      text NOT NULL,
  -- Null: refused.
  norm_key   text,
  lex_id     text NOT NULL DEFAULT '',
  decided_by uuid REFERENCES users ON DELETE SET NULL,
  decided_at timestamptz NOT NULL,
  PRIMARY KEY (lesson_id, quote)
);
CREATE INDEX law_citation_choices_decided_by ON law_citation_choices (decided_by) WHERE decided_by IS NOT NULL;

-- Which version of a lesson was searched, and with which names of laws.
CREATE TABLE law_read_lessons (
  lesson_id  integer PRIMARY KEY REFERENCES lessons ON DELETE CASCADE,
  version    integer NOT NULL,
  names_key  text NOT NULL
);
