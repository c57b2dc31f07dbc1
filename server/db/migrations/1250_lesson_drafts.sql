-- What is being written and is not for students yet. Apart from `lessons`, so that no read of lessons, of this version
-- or of the one before, can show it: a row of `lessons` that is not deleted is a lesson that students see.

CREATE TABLE lesson_drafts (
  -- The id that the lesson has or will have: both tables take it from one sequence.
  id              integer PRIMARY KEY DEFAULT nextval('lessons_id_seq'::regclass),
  author_id       uuid REFERENCES users ON DELETE SET NULL,
  subject_id      integer REFERENCES subjects ON DELETE SET NULL,
  topic_id        integer REFERENCES topics ON DELETE SET NULL,
  title           text NOT NULL,
  -- Sanitised HTML; nothing else is ever written here.
  content         text NOT NULL,
  word_count      integer NOT NULL,
  version         integer NOT NULL DEFAULT 1,
  -- The version of the published lesson that the text was made from; null while there is none.
  lesson_version  integer,
  -- Says something that students do not read yet.
  is_changed      boolean NOT NULL,
  publish_at      timestamptz,
  -- Why it was not published when its time came.
  publish_fault   text CHECK (publish_fault IN ('incomplete', 'changed_meanwhile')),
  saved_by        uuid REFERENCES users ON DELETE SET NULL,
  creation_key    uuid,
  created_at      timestamptz NOT NULL,
  updated_at      timestamptz NOT NULL
);
CREATE INDEX lesson_drafts_newest ON lesson_drafts (updated_at DESC, id DESC) WHERE is_changed;
CREATE INDEX lesson_drafts_of_author ON lesson_drafts (author_id, updated_at DESC, id DESC);
CREATE UNIQUE INDEX lesson_drafts_by_key ON lesson_drafts (author_id, creation_key) WHERE creation_key IS NOT NULL;
CREATE INDEX lesson_drafts_due ON lesson_drafts (publish_at, id) WHERE publish_at IS NOT NULL;
CREATE INDEX lesson_drafts_subject ON lesson_drafts (subject_id);
CREATE INDEX lesson_drafts_topic ON lesson_drafts (topic_id);
CREATE INDEX lesson_drafts_saved_by ON lesson_drafts (saved_by);
-- A topic is one of the draft's subject, as with lessons.
CREATE TRIGGER lesson_draft_topic BEFORE INSERT OR UPDATE OF subject_id, topic_id ON lesson_drafts
  FOR EACH ROW EXECUTE FUNCTION lesson_topic();

-- What a lesson or its draft said before.
CREATE TABLE lesson_versions (
  id            integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- Of a lesson, or of a draft that is none yet.
  lesson_id     integer NOT NULL,
  subject_id    integer REFERENCES subjects ON DELETE SET NULL,
  title         text NOT NULL,
  content       text NOT NULL,
  -- Students have read it.
  is_published  boolean NOT NULL,
  saved_by      uuid REFERENCES users ON DELETE SET NULL,
  begun_at      timestamptz NOT NULL,
  saved_at      timestamptz NOT NULL
);
CREATE INDEX lesson_versions_of_lesson ON lesson_versions (lesson_id, id DESC);
CREATE INDEX lesson_versions_subject ON lesson_versions (subject_id);
CREATE INDEX lesson_versions_saved_by ON lesson_versions (saved_by);

-- Who has a lesson open for writing, page by page.
CREATE TABLE lesson_writers (
  lesson_id  integer NOT NULL,
  page       uuid NOT NULL,
  user_id    uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  seen_at    timestamptz NOT NULL,
  PRIMARY KEY (lesson_id, page)
);
CREATE INDEX lesson_writers_user ON lesson_writers (user_id);
CREATE INDEX lesson_writers_seen ON lesson_writers (seen_at);

-- An image that a draft shows is in use, like one of a lesson. Versions hold none: they would keep every image for ever.
CREATE FUNCTION renew_lesson_media(lesson integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM media_uses WHERE kind = 'lesson' AND ref_id = lesson;
  PERFORM note_media_uses(content, 'lesson', lesson) FROM lessons WHERE id = lesson;
  PERFORM note_media_uses(content, 'lesson', lesson) FROM lesson_drafts WHERE id = lesson;
END $$;
CREATE OR REPLACE FUNCTION lesson_media() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM renew_lesson_media(CASE WHEN TG_OP = 'DELETE' THEN OLD.id ELSE NEW.id END);
  RETURN NULL;
END $$;
CREATE TRIGGER lesson_draft_media_written AFTER INSERT OR DELETE OR UPDATE OF content ON lesson_drafts
  FOR EACH ROW EXECUTE FUNCTION lesson_media();

-- Nothing of a lesson outlives it and its draft.
CREATE FUNCTION lesson_gone() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_TABLE_NAME = 'lessons' THEN DELETE FROM lesson_drafts WHERE id = OLD.id; END IF;
  IF NOT EXISTS (SELECT FROM lessons WHERE id = OLD.id) THEN
    DELETE FROM lesson_versions WHERE lesson_id = OLD.id;
    DELETE FROM lesson_writers WHERE lesson_id = OLD.id;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER lesson_gone AFTER DELETE ON lessons FOR EACH ROW EXECUTE FUNCTION lesson_gone();
CREATE TRIGGER lesson_draft_gone AFTER DELETE ON lesson_drafts FOR EACH ROW EXECUTE FUNCTION lesson_gone();

ALTER TABLE notifications DROP CONSTRAINT notifications_kind_check;
ALTER TABLE notifications ADD CONSTRAINT notifications_kind_check
  CHECK (kind IN ('payment_decided', 'teacher_approved', 'new_content', 'result_corrected', 'exam_near', 'certificate',
                  'new_proof', 'new_teacher', 'access_ending', 'refund_asked', 'announcement', 'quiz_window',
                  'report_decided', 'doubt_answered', 'lesson_held_back'));
