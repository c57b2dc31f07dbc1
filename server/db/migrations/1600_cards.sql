-- Cards of a student: a question with its answer, or a sentence with gaps.
CREATE TABLE card_pictures (
  id          integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id     uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  -- The hash of the file as it was sent: the same file of the same person is the same picture.
  sha256      bytea NOT NULL,
  file_key    text NOT NULL,
  mime_type   text NOT NULL,
  bytes       integer NOT NULL,
  width       integer NOT NULL,
  height      integer NOT NULL,
  created_at  timestamptz NOT NULL,
  UNIQUE (user_id, sha256)
);
CREATE INDEX card_pictures_by_file ON card_pictures (file_key);
CREATE INDEX card_pictures_oldest ON card_pictures (created_at);

-- A deleted picture releases its file, also when its owner is erased. Copies of a card share one file.
CREATE FUNCTION release_card_picture() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM card_pictures WHERE file_key = OLD.file_key) THEN
    INSERT INTO unclaimed_files (key, at) VALUES (OLD.file_key, to_timestamp(0)) ON CONFLICT DO NOTHING;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER card_pictures_release AFTER DELETE ON card_pictures
  FOR EACH ROW EXECUTE FUNCTION release_card_picture();

CREATE TABLE cards (
  id               integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id          uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  kind             text NOT NULL CHECK (kind IN ('basic', 'cloze')),
  -- Plain text. Formulas and gaps as in Anki: \( x^2 \) and {{c1::hidden words}}.
  front            text NOT NULL,
  back             text NOT NULL DEFAULT '',
  hint             text NOT NULL DEFAULT '',
  -- Which numbered gaps of the sentence this card hides.
  gap              smallint NOT NULL DEFAULT 1,
  picture_id       integer REFERENCES card_pictures ON DELETE SET NULL,
  picture_side     text NOT NULL DEFAULT 'back' CHECK (picture_side IN ('front', 'back')),
  topic_id         integer REFERENCES topics ON DELETE SET NULL,
  -- The student's own heading where the school has no such topic.
  deck             text NOT NULL DEFAULT '',
  tags             text[] NOT NULL DEFAULT '{}',
  is_suspended     boolean NOT NULL DEFAULT false,
  source_kind      text CHECK (source_kind IN ('lesson', 'law', 'question')),
  lesson_id        integer REFERENCES lessons ON DELETE SET NULL,
  law_device_id    integer REFERENCES law_devices ON DELETE SET NULL,
  question_id      integer REFERENCES questions ON DELETE SET NULL,
  source_label     text NOT NULL DEFAULT '',
  -- The version of the source that the student has seen last.
  source_version   integer,
  -- What another program knew of the memory, before the first answer here.
  seed_stability   double precision,
  seed_difficulty  double precision,
  seed_day         date,
  search_key       text NOT NULL,
  revision         integer NOT NULL DEFAULT 1,
  creation_key     uuid NOT NULL,
  created_at       timestamptz NOT NULL,
  updated_at       timestamptz NOT NULL,
  UNIQUE (user_id, creation_key)
);
CREATE INDEX cards_newest ON cards (user_id, created_at DESC, id DESC);
CREATE INDEX cards_by_topic ON cards (user_id, topic_id, deck, created_at DESC, id DESC);
CREATE INDEX cards_picture ON cards (picture_id) WHERE picture_id IS NOT NULL;
CREATE INDEX cards_topic ON cards (topic_id) WHERE topic_id IS NOT NULL;
CREATE INDEX cards_lesson ON cards (lesson_id) WHERE lesson_id IS NOT NULL;
CREATE INDEX cards_law_device ON cards (law_device_id) WHERE law_device_id IS NOT NULL;
CREATE INDEX cards_question ON cards (question_id) WHERE question_id IS NOT NULL;

-- The log of answered cards. The memory of a card is derived from it.
CREATE TABLE card_answers (
  id           bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id      uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  card_id      integer NOT NULL REFERENCES cards ON DELETE CASCADE,
  answer_key   uuid NOT NULL,
  -- 1 De novo, 2 Com esforço, 3 Bem, 4 Fácil.
  grade        smallint NOT NULL CHECK (grade BETWEEN 1 AND 4),
  study_day    date NOT NULL,
  answered_at  timestamptz NOT NULL,
  -- An undone answer stays, so that a retry of the same answer does not bring it back.
  undone_at    timestamptz,
  UNIQUE (user_id, answer_key)
);
CREATE INDEX card_answers_of_card ON card_answers (card_id, study_day, id);
CREATE INDEX card_answers_of_day ON card_answers (user_id, study_day, id);

CREATE TABLE card_states (
  card_id     integer PRIMARY KEY REFERENCES cards ON DELETE CASCADE,
  user_id     uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  stability   double precision NOT NULL,
  difficulty  double precision NOT NULL,
  last_day    date NOT NULL,
  last_grade  smallint NOT NULL,
  answers     integer NOT NULL,
  lapses      integer NOT NULL
);
CREATE INDEX card_states_of_student ON card_states (user_id, card_id);
