-- What a visitor may try before paying: one lesson and five questions, chosen by the school. One row at most.
CREATE TABLE trial (
  id          smallint PRIMARY KEY DEFAULT 1 CHECK (id = 1),
  is_on       boolean NOT NULL DEFAULT false,
  lesson_id   integer REFERENCES lessons ON DELETE SET NULL,
  -- Counts the saves: a save over a newer one is refused.
  revision    integer NOT NULL DEFAULT 0,
  updated_at  timestamptz NOT NULL
);
CREATE INDEX trial_by_lesson ON trial (lesson_id) WHERE lesson_id IS NOT NULL;

-- Everybody knows their answers: no quiz takes them, by hand or by draw.
CREATE TABLE trial_questions (
  question_id  integer PRIMARY KEY REFERENCES questions,
  position     smallint NOT NULL UNIQUE CHECK (position BETWEEN 1 AND 5)
);
