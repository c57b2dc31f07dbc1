-- Amendments of a law: what they changed, and everything that cites it.
CREATE TABLE law_changes (
  id            integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  law_id        integer NOT NULL REFERENCES laws ON DELETE CASCADE,
  -- The amending norm, in words.
  amending      text NOT NULL,
  amending_urn  text,
  published_on  date,
  -- The first day of the new texts.
  starts_on     date NOT NULL,
  created_by    uuid REFERENCES users ON DELETE SET NULL,
  created_at    timestamptz NOT NULL,
  undone_at     timestamptz,
  creation_key  uuid NOT NULL UNIQUE
);
CREATE INDEX law_changes_of_law ON law_changes (law_id, id DESC);
CREATE INDEX law_changes_created_by ON law_changes (created_by) WHERE created_by IS NOT NULL;
CREATE INDEX law_changes_by_time ON law_changes (created_at);

CREATE TABLE law_change_devices (
  change_id  integer NOT NULL REFERENCES law_changes ON DELETE CASCADE,
  lex_id     text NOT NULL,
  label      text NOT NULL,
  article    text,
  change     text NOT NULL CHECK (change ~ '^[a-z_]{1,20}$'),
  before     text NOT NULL,
  after      text NOT NULL,
  position   integer NOT NULL,
  PRIMARY KEY (change_id, lex_id)
);
CREATE INDEX law_change_devices_in_order ON law_change_devices (change_id, position);

-- Which amendment wrote a text or added a device. An undo removes exactly these.
ALTER TABLE law_versions ADD COLUMN change_id integer REFERENCES law_changes ON DELETE SET NULL;
CREATE INDEX law_versions_of_change ON law_versions (change_id) WHERE change_id IS NOT NULL;
ALTER TABLE law_devices ADD COLUMN change_id integer REFERENCES law_changes ON DELETE SET NULL;
CREATE INDEX law_devices_of_change ON law_devices (change_id) WHERE change_id IS NOT NULL;

-- One press about many items. It can be undone for seven days.
CREATE TABLE law_change_decisions (
  id                  integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  change_id           integer NOT NULL REFERENCES law_changes ON DELETE CASCADE,
  decision            text NOT NULL CHECK (decision ~ '^[a-z_]{1,20}$'),
  -- The reason that outdated questions got from it. A question with another reason was changed since.
  reason              text NOT NULL DEFAULT '',
  -- Questions that the decision or its undo did not change: how many, and the first of them as [{id, reason}].
  left_count          integer NOT NULL DEFAULT 0,
  left_questions      jsonb NOT NULL DEFAULT '[]',
  item_count          integer NOT NULL,
  created_by          uuid REFERENCES users ON DELETE SET NULL,
  created_at          timestamptz NOT NULL,
  undone_at           timestamptz,
  creation_key        uuid NOT NULL UNIQUE
);
CREATE INDEX law_change_decisions_of_change ON law_change_decisions (change_id, id DESC);
CREATE INDEX law_change_decisions_created_by ON law_change_decisions (created_by) WHERE created_by IS NOT NULL;

-- Everything that cites a changed device.
CREATE TABLE law_change_items (
  id           integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  change_id    integer NOT NULL REFERENCES law_changes ON DELETE CASCADE,
  kind         text NOT NULL CHECK (kind ~ '^[a-z_]{1,20}$'),
  lesson_id    integer REFERENCES lessons ON DELETE CASCADE,
  item_id      integer REFERENCES law_items ON DELETE CASCADE,
  -- The cited devices that are or contain a changed one.
  lex_ids      text[] NOT NULL,
  decision     text NOT NULL DEFAULT 'open' CHECK (decision ~ '^[a-z_]{1,20}$'),
  decision_id  integer REFERENCES law_change_decisions ON DELETE SET NULL,
  -- The decisions before it that were not undone, the oldest first. An undo restores the last one.
  earlier      integer[] NOT NULL DEFAULT '{}',
  UNIQUE (change_id, lesson_id),
  UNIQUE (change_id, item_id),
  CHECK (num_nonnulls(lesson_id, item_id) >= 1)
);
CREATE INDEX law_change_items_in_order ON law_change_items (change_id, id);
CREATE INDEX law_change_items_by_kind ON law_change_items (change_id, kind, id);
CREATE INDEX law_change_items_of_lesson ON law_change_items (lesson_id) WHERE lesson_id IS NOT NULL;
CREATE INDEX law_change_items_of_item ON law_change_items (item_id) WHERE item_id IS NOT NULL;
CREATE INDEX law_change_items_of_decision ON law_change_items (decision_id) WHERE decision_id IS NOT NULL;
