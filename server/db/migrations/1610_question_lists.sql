-- Lists of questions that a person collects (cadernos de questões).

CREATE TABLE question_lists (
  id            integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id       uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  name          text NOT NULL,
  -- The choice that selected the questions; null where they were picked by hand or copied.
  filter        jsonb,
  -- A living list adds the questions that fit its filter later.
  is_living     boolean NOT NULL DEFAULT false CHECK (NOT is_living OR filter IS NOT NULL),
  ordering      text NOT NULL DEFAULT 'own' CHECK (ordering IN ('own', 'most-wrong', 'easy-first', 'shuffled')),
  -- Counts of question_list_items, changed in the transaction that changes the items.
  total         integer NOT NULL DEFAULT 0,
  answered      integer NOT NULL DEFAULT 0,
  correct       integer NOT NULL DEFAULT 0,
  -- Anybody of the school who has it may copy the list.
  share_token   text UNIQUE,
  copied_from   integer REFERENCES question_lists ON DELETE SET NULL,
  creation_key  uuid,
  created_at    timestamptz NOT NULL,
  -- The last answer, or the creation.
  used_at       timestamptz NOT NULL,
  -- When the filter of a living list was last applied.
  synced_at     timestamptz,
  UNIQUE (user_id, creation_key)
);
CREATE INDEX question_lists_of_user ON question_lists (user_id, used_at DESC, id DESC);
CREATE INDEX question_lists_copied_from ON question_lists (copied_from) WHERE copied_from IS NOT NULL;

CREATE TABLE question_list_items (
  list_id      integer NOT NULL REFERENCES question_lists ON DELETE CASCADE,
  question_id  integer NOT NULL REFERENCES questions ON DELETE CASCADE,
  -- From 1 without gaps: the order that the owner made, and the order that is chosen now.
  position     integer NOT NULL,
  rank         integer NOT NULL,
  -- The last answer that was given inside the list since it was begun.
  answered_at  timestamptz,
  is_correct   boolean,
  wrongs       integer NOT NULL DEFAULT 0,
  PRIMARY KEY (list_id, question_id),
  CHECK (num_nulls(answered_at, is_correct) IN (0, 2))
);
CREATE INDEX question_list_items_in_order ON question_list_items (list_id, rank);
CREATE INDEX question_list_items_to_answer ON question_list_items (list_id, rank) WHERE answered_at IS NULL;
CREATE INDEX question_list_items_wrong ON question_list_items (list_id, rank) WHERE is_correct = false;
CREATE INDEX question_list_items_by_question ON question_list_items (question_id);

-- Lists that a teacher offers to the students of a course.
CREATE TABLE question_list_offers (
  list_id     integer NOT NULL REFERENCES question_lists ON DELETE CASCADE,
  course_id   integer NOT NULL REFERENCES courses ON DELETE CASCADE,
  offered_at  timestamptz NOT NULL,
  PRIMARY KEY (list_id, course_id)
);
CREATE INDEX question_list_offers_of_course ON question_list_offers (course_id, list_id);

-- A practice of a list: its answers are recorded in the list, too.
ALTER TABLE practices ADD COLUMN question_list_id integer REFERENCES question_lists ON DELETE SET NULL;
CREATE INDEX practices_of_question_list ON practices (question_list_id) WHERE question_list_id IS NOT NULL;
CREATE UNIQUE INDEX practices_one_open_of_list ON practices (user_id, question_list_id)
  WHERE finished_at IS NULL AND question_list_id IS NOT NULL;
