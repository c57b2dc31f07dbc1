-- Sets of cards that a teacher offers with a course. A student's copy is a card of the student.
CREATE TABLE card_sets (
  id            integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  course_id     integer NOT NULL REFERENCES courses ON DELETE CASCADE,
  title         text NOT NULL,
  revision      integer NOT NULL DEFAULT 1,
  created_by    uuid REFERENCES users ON DELETE SET NULL,
  creation_key  uuid NOT NULL UNIQUE,
  created_at    timestamptz NOT NULL,
  updated_at    timestamptz NOT NULL
);
CREATE INDEX card_sets_of_course ON card_sets (course_id, id);
CREATE INDEX card_sets_created_by ON card_sets (created_by) WHERE created_by IS NOT NULL;

CREATE TABLE card_set_cards (
  id        integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  set_id    integer NOT NULL REFERENCES card_sets ON DELETE CASCADE,
  position  integer NOT NULL,
  kind      text NOT NULL CHECK (kind IN ('basic', 'cloze')),
  front     text NOT NULL,
  back      text NOT NULL DEFAULT '',
  hint      text NOT NULL DEFAULT ''
);
CREATE INDEX card_set_cards_in_order ON card_set_cards (set_id, position, id);

-- The card of a set that a card was copied from: copying again adds only what is new.
ALTER TABLE cards ADD COLUMN set_card_id integer REFERENCES card_set_cards ON DELETE SET NULL;
CREATE UNIQUE INDEX cards_copied ON cards (user_id, set_card_id) WHERE set_card_id IS NOT NULL;
CREATE INDEX cards_set_card ON cards (set_card_id) WHERE set_card_id IS NOT NULL;
