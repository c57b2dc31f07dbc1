-- What a reader marked in a lesson, and wrote beside it. The words themselves are kept, with what stood before and after
-- them, so that a mark finds its place again in a lesson that was edited since; and it stays readable when the lesson is
-- gone: it is the reader's.
CREATE TABLE annotations (
  id            integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id       uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  lesson_id     integer REFERENCES lessons ON DELETE SET NULL,
  -- As it was when the mark was made; for a lesson that is there, its own title counts.
  lesson_title  text NOT NULL,
  -- Named by the browser that makes it: a repeated request finds the mark of the first.
  creation_key  uuid NOT NULL,
  quote         text NOT NULL CHECK (quote <> ''),
  prefix        text NOT NULL,
  suffix        text NOT NULL,
  -- Letters of the lesson's text before the quote.
  position      integer NOT NULL CHECK (position >= 0),
  note          text NOT NULL,
  -- Quote, note and title without case and accents.
  search_key    text NOT NULL,
  version       integer NOT NULL DEFAULT 1,
  created_at    timestamptz NOT NULL,
  updated_at    timestamptz NOT NULL,
  UNIQUE (user_id, creation_key)
);
CREATE INDEX annotations_of_user ON annotations (user_id, created_at DESC, id DESC);
CREATE INDEX annotations_of_lesson ON annotations (lesson_id, user_id) WHERE lesson_id IS NOT NULL;
