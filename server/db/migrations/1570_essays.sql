-- Essays (redações): themes with versions, what students write, and its correction.
CREATE TABLE essay_themes (
  id                    integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  author_id             uuid REFERENCES users ON DELETE SET NULL,
  -- What the author edits; students see published versions only.
  draft                 jsonb NOT NULL,
  revision              integer NOT NULL DEFAULT 1,
  -- The revision that was published last.
  published_revision    integer,
  published_version_id  integer,
  is_open               boolean NOT NULL DEFAULT false,
  exam_id               integer REFERENCES exams ON DELETE SET NULL,
  is_sample             boolean NOT NULL DEFAULT false,
  creation_key          uuid,
  created_at            timestamptz NOT NULL,
  updated_at            timestamptz NOT NULL
);
CREATE UNIQUE INDEX essay_themes_by_key ON essay_themes (author_id, creation_key) WHERE creation_key IS NOT NULL;
CREATE INDEX essay_themes_of_author ON essay_themes (author_id, id);
CREATE INDEX essay_themes_open ON essay_themes (id) WHERE is_open;
CREATE INDEX essay_themes_of_exam ON essay_themes (exam_id) WHERE exam_id IS NOT NULL;

CREATE TABLE essay_theme_versions (
  id            integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  theme_id      integer NOT NULL REFERENCES essay_themes ON DELETE CASCADE,
  number        integer NOT NULL,
  title         text NOT NULL,
  -- The whole theme: sheet, texts in their words, espelho.
  content       jsonb NOT NULL,
  published_at  timestamptz NOT NULL,
  published_by  uuid REFERENCES users ON DELETE SET NULL,
  UNIQUE (theme_id, number)
);
CREATE INDEX essay_theme_versions_published_by ON essay_theme_versions (published_by) WHERE published_by IS NOT NULL;
ALTER TABLE essay_themes ADD FOREIGN KEY (published_version_id) REFERENCES essay_theme_versions;
CREATE INDEX essay_themes_by_version ON essay_themes (published_version_id);

CREATE TABLE essays (
  id                integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  student_id        uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  theme_id          integer NOT NULL REFERENCES essay_themes ON DELETE CASCADE,
  -- The espelho that it was written under.
  theme_version_id  integer NOT NULL REFERENCES essay_theme_versions ON DELETE CASCADE,
  -- 1 for the first of a theme; rewritings count on.
  number            integer NOT NULL,
  state             text NOT NULL DEFAULT 'writing' CHECK (state IN ('writing', 'delivered', 'returned')),
  body              text NOT NULL DEFAULT '',
  -- Counts the saves: a save names the revision that it was made from.
  revision          integer NOT NULL DEFAULT 1,
  started_at        timestamptz NOT NULL,
  saved_at          timestamptz NOT NULL,
  deadline_at       timestamptz,
  delivered_at      timestamptz,
  due_at            timestamptz,
  -- On the sheet, without those beyond it; counted at delivery.
  line_count        integer,
  UNIQUE (student_id, theme_id, number),
  CHECK ((state = 'writing') = (delivered_at IS NULL)),
  CHECK ((delivered_at IS NULL) = (due_at IS NULL))
);
CREATE UNIQUE INDEX essays_being_written ON essays (student_id, theme_id) WHERE state = 'writing';
CREATE INDEX essays_waiting ON essays (due_at, id) WHERE state = 'delivered';
CREATE INDEX essays_of_theme ON essays (theme_id);
CREATE INDEX essays_of_version ON essays (theme_version_id);

-- The reading of an essay that is not returned yet. It is the school's: a student sees the correction once it is returned.
CREATE TABLE essay_readings (
  essay_id      integer PRIMARY KEY REFERENCES essays ON DELETE CASCADE,
  leased_by     uuid REFERENCES users ON DELETE SET NULL,
  leased_until  timestamptz,
  draft         jsonb NOT NULL,
  revision      integer NOT NULL DEFAULT 1,
  updated_at    timestamptz NOT NULL
);
CREATE INDEX essay_readings_of_reader ON essay_readings (leased_by, essay_id) WHERE leased_by IS NOT NULL;

CREATE TABLE essay_corrections (
  essay_id     integer PRIMARY KEY REFERENCES essays ON DELETE CASCADE,
  content      jsonb NOT NULL,
  result       jsonb NOT NULL,
  score        numeric(8, 2) NOT NULL,
  returned_by  uuid REFERENCES users ON DELETE SET NULL,
  returned_at  timestamptz NOT NULL
);
CREATE INDEX essay_corrections_by_age ON essay_corrections (returned_at, essay_id);
CREATE INDEX essay_corrections_returned_by ON essay_corrections (returned_by) WHERE returned_by IS NOT NULL;

-- The school's comments for essays, and how often readers used each text.
CREATE TABLE essay_comments (
  id        integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  body      text NOT NULL,
  -- For the search: without case and accents.
  body_key  text NOT NULL,
  use_count integer NOT NULL DEFAULT 0,
  is_saved  boolean NOT NULL DEFAULT false,
  used_at   timestamptz NOT NULL
);
CREATE UNIQUE INDEX essay_comments_by_body ON essay_comments (md5(body));
CREATE INDEX essay_comments_by_use ON essay_comments (use_count DESC, id);

ALTER TABLE notifications DROP CONSTRAINT notifications_kind_check;
ALTER TABLE notifications ADD CONSTRAINT notifications_kind_check
  CHECK (kind IN ('payment_decided', 'teacher_approved', 'new_content', 'result_corrected', 'exam_near', 'certificate',
                  'new_proof', 'new_teacher', 'access_ending', 'refund_asked', 'announcement', 'quiz_window',
                  'report_decided', 'doubt_answered', 'lesson_held_back', 'review_waiting', 'price_changed',
                  'essay_returned'));
