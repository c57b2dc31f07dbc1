-- Subjects, lessons, where each reader stands in them, and the images they show.

CREATE TABLE subjects (
  id          integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name        text NOT NULL,
  -- Without case and accents: 'Português' and 'PORTUGUES' are one subject.
  name_key    text NOT NULL UNIQUE,
  created_at  timestamptz NOT NULL
);

CREATE TABLE lessons (
  id            integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- Null only for a deleted lesson whose subject was removed meanwhile.
  subject_id    integer REFERENCES subjects ON DELETE SET NULL,
  -- Null once the author was removed: the lesson stays, signed by the school.
  author_id     uuid REFERENCES users ON DELETE SET NULL,
  title         text NOT NULL,
  title_key     text NOT NULL,
  -- Sanitised HTML; nothing else is ever written here.
  content       text NOT NULL,
  -- SHA-256 of subject, title and content: the same lesson sent twice is one lesson.
  fingerprint   bytea NOT NULL,
  word_count    integer NOT NULL,
  version       integer NOT NULL DEFAULT 1,
  created_at    timestamptz NOT NULL,
  updated_at    timestamptz NOT NULL,
  deleted_at    timestamptz
);
CREATE INDEX lessons_newest ON lessons (created_at DESC, id DESC) WHERE deleted_at IS NULL;
-- Previous and next in the subject, and the subject's counts.
CREATE INDEX lessons_by_subject ON lessons (subject_id, created_at, id) WHERE deleted_at IS NULL;
-- Also for the references that a subject's or a user's removal has to follow.
CREATE INDEX lessons_subject ON lessons (subject_id);
CREATE INDEX lessons_author ON lessons (author_id, fingerprint);
CREATE INDEX lessons_deleted ON lessons (deleted_at DESC) WHERE deleted_at IS NOT NULL;
CREATE INDEX lessons_title_search ON lessons USING gin (title_key gin_trgm_ops) WHERE deleted_at IS NULL;

CREATE TABLE lesson_progress (
  user_id         uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  lesson_id       integer NOT NULL REFERENCES lessons ON DELETE CASCADE,
  -- 0 to 1, how far down the text.
  position        real NOT NULL DEFAULT 0 CHECK (position BETWEEN 0 AND 1),
  -- Never more than the time that passed between the reports.
  active_seconds  integer NOT NULL DEFAULT 0,
  reached_end     boolean NOT NULL DEFAULT false,
  completed_at    timestamptz,
  -- The reader took the tick back: reading on does not set it again.
  reopened        boolean NOT NULL DEFAULT false,
  reported_at     timestamptz NOT NULL,
  PRIMARY KEY (user_id, lesson_id)
);
CREATE INDEX lesson_progress_by_lesson ON lesson_progress (lesson_id);

CREATE TABLE media (
  id          integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  owner_id    uuid REFERENCES users ON DELETE SET NULL,
  -- SHA-256 of the file as it was sent: the same file sent twice is one image.
  sha256      bytea NOT NULL,
  file_key    text NOT NULL,
  mime_type   text NOT NULL,
  bytes       integer NOT NULL,
  width       integer NOT NULL,
  height      integer NOT NULL,
  name        text NOT NULL,
  created_at  timestamptz NOT NULL
);
CREATE UNIQUE INDEX media_by_owner ON media (owner_id, sha256);
