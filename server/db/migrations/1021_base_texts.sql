-- Texto-base: one supporting text for several questions, versioned as they are. A version of a question names the
-- version of the text that it is read with, so an attempt keeps both.

CREATE TABLE base_texts (
  id                  integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  author_id           uuid REFERENCES users ON DELETE SET NULL,
  current_version_id  integer,
  -- Counts the saves: a save over a newer one is refused.
  revision            integer NOT NULL DEFAULT 1,
  creation_key        uuid UNIQUE,
  -- SHA-256 of what it says: the same text imported twice is one text.
  fingerprint         bytea NOT NULL,
  -- The beginning without markup, and all of it without case, accents and markup: how lists show and find it.
  excerpt             text NOT NULL,
  text_key            text NOT NULL,
  created_at          timestamptz NOT NULL,
  updated_at          timestamptz NOT NULL
);
CREATE INDEX base_texts_by_author ON base_texts (author_id) WHERE author_id IS NOT NULL;
CREATE INDEX base_texts_by_fingerprint ON base_texts (fingerprint);
CREATE INDEX base_texts_words ON base_texts USING gin (text_key gin_trgm_ops);

-- Never changed, as the versions of questions.
CREATE TABLE base_text_versions (
  id            integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  base_text_id  integer NOT NULL REFERENCES base_texts ON DELETE CASCADE,
  number        integer NOT NULL CHECK (number > 0),
  title         text NOT NULL,
  format        text NOT NULL CHECK (format IN ('plain', 'html')),
  body          text NOT NULL,
  created_at    timestamptz NOT NULL,
  UNIQUE (base_text_id, number),
  UNIQUE (id, base_text_id)
);
ALTER TABLE base_texts ADD CONSTRAINT base_texts_current
  FOREIGN KEY (current_version_id, id) REFERENCES base_text_versions (id, base_text_id) DEFERRABLE;

-- Refuses the removal of a text that a question was ever read with.
ALTER TABLE question_versions ADD COLUMN base_text_version_id integer REFERENCES base_text_versions;
CREATE INDEX question_versions_by_base_text ON question_versions (base_text_version_id)
  WHERE base_text_version_id IS NOT NULL;
-- Of the current version: draws keep the questions of a text together by it.
ALTER TABLE questions ADD COLUMN base_text_id integer REFERENCES base_texts;
CREATE INDEX questions_by_base_text ON questions (base_text_id) WHERE base_text_id IS NOT NULL;

CREATE OR REPLACE FUNCTION question_kind() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
  BEGIN
    IF NEW.current_version_id IS NOT NULL THEN
      SELECT v.kind, t.base_text_id INTO NEW.kind, NEW.base_text_id
      FROM question_versions v LEFT JOIN base_text_versions t ON t.id = v.base_text_version_id
      WHERE v.id = NEW.current_version_id;
    END IF;
    RETURN NEW;
  END
  $$;

-- Images of a text are used by the questions that are read with it.
CREATE OR REPLACE FUNCTION question_media() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM note_media_uses(
    NEW.statement || ' ' || NEW.comment || ' ' ||
      coalesce((SELECT body FROM base_text_versions WHERE id = NEW.base_text_version_id), ''),
    'question', NEW.question_id);
  RETURN NULL;
END $$;

-- An order that is random by its seed, in which the questions of one text stand behind each other. PostgreSQL's own
-- hash of an integer: a pool is the whole bank at times, and each start of an attempt orders it.
CREATE FUNCTION draw_order(question_id integer, base_text_id integer, seed bigint) RETURNS bigint
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN hashint4extended(coalesce(-base_text_id, question_id), seed);
