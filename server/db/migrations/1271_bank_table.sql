-- Words of the authors' own on questions.
ALTER TABLE questions ADD COLUMN tags text[] NOT NULL DEFAULT '{}';
CREATE INDEX questions_by_tag ON questions USING gin (tags) WHERE in_bank;

-- The bank's table in each of its orders, read from either end.
CREATE INDEX questions_in_order_of_change ON questions ((coalesce(updated_at, created_at)), id) WHERE in_bank;
CREATE INDEX questions_in_order_of_topic ON questions (topic COLLATE natural_pt, id) WHERE in_bank;
CREATE INDEX questions_in_order_of_source ON questions (source COLLATE "pt-BR-x-icu", id) WHERE in_bank;
CREATE INDEX questions_in_order_of_year ON questions ((coalesce(year, 0::smallint)), id) WHERE in_bank;
CREATE INDEX questions_in_order_of_difficulty ON questions
  ((CASE difficulty WHEN 'easy' THEN 1 WHEN 'medium' THEN 2 WHEN 'hard' THEN 3 ELSE 0 END), id) WHERE in_bank;
-- And by what it is narrowed.
CREATE INDEX questions_in_bank_by_source ON questions (source, id DESC) WHERE in_bank;
CREATE INDEX questions_in_bank_by_year ON questions (year, id DESC) WHERE in_bank;
CREATE INDEX questions_in_bank_by_difficulty ON questions (difficulty, id DESC) WHERE in_bank;
CREATE INDEX questions_in_bank_by_status ON questions (status, id DESC) WHERE in_bank;
CREATE INDEX questions_in_bank_by_kind ON questions (kind, id DESC) WHERE in_bank;

CREATE INDEX questions_in_order_within_subject ON questions (subject_id, topic COLLATE natural_pt, id) WHERE in_bank;
-- For the counts and the lists of labels.
CREATE INDEX questions_active_by_topic ON questions (topic_id) WHERE in_bank AND status = 'active';
CREATE INDEX questions_with_loose_topic ON questions (topic) WHERE in_bank AND topic_id IS NULL AND topic <> '';
CREATE INDEX questions_with_tags ON questions (id) WHERE in_bank AND tags <> '{}';

-- A search of the bank that an author keeps. Subject and topic are columns, so that merges carry them.
CREATE TABLE question_filters (
  id          integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  owner_id    uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  name        text NOT NULL,
  subject_id  integer REFERENCES subjects ON DELETE SET NULL,
  topic_id    integer REFERENCES topics ON DELETE SET NULL,
  filter      jsonb NOT NULL,
  created_at  timestamptz NOT NULL,
  UNIQUE (owner_id, name)
);
CREATE INDEX question_filters_of_owner ON question_filters (owner_id, id);
CREATE INDEX question_filters_by_subject ON question_filters (subject_id) WHERE subject_id IS NOT NULL;
CREATE INDEX question_filters_by_topic ON question_filters (topic_id) WHERE topic_id IS NOT NULL;
