-- Files that belong to a lesson or a course: students who may read it may open them.
CREATE TABLE attachments (
  id             integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- Of a lesson, or of a draft that is none yet (1250): both share their ids.
  lesson_id      integer,
  course_id      integer REFERENCES courses ON DELETE CASCADE,
  name           text NOT NULL,
  -- By content.
  mime_type      text NOT NULL,
  bytes          integer NOT NULL,
  sha256         bytea NOT NULL,
  file_key       text NOT NULL,
  -- Students get a PDF with their name in it.
  has_watermark  boolean NOT NULL DEFAULT false,
  uploaded_by    uuid REFERENCES users ON DELETE SET NULL,
  created_at     timestamptz NOT NULL,
  CHECK (num_nonnulls(lesson_id, course_id) = 1),
  CHECK (NOT has_watermark OR mime_type = 'application/pdf')
);
-- The same file sent twice is one attachment.
CREATE UNIQUE INDEX attachments_of_lesson ON attachments (lesson_id, sha256) WHERE lesson_id IS NOT NULL;
CREATE UNIQUE INDEX attachments_of_course ON attachments (course_id, sha256) WHERE course_id IS NOT NULL;
CREATE INDEX attachments_uploaded_by ON attachments (uploaded_by);

-- PDFs with a student's name, kept as long as there is room. They go with the student, the file or the lesson.
CREATE TABLE attachment_copies (
  attachment_id  integer NOT NULL REFERENCES attachments ON DELETE CASCADE,
  user_id        uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  -- What is written into it: another name or code makes another copy.
  mark           text NOT NULL,
  -- Not `file_key`: a copy of the school's work is no part of the export of one's own data.
  copy_key       text NOT NULL,
  bytes          integer NOT NULL,
  used_at        timestamptz NOT NULL,
  PRIMARY KEY (attachment_id, user_id)
);
CREATE INDEX attachment_copies_user ON attachment_copies (user_id);
CREATE INDEX attachment_copies_used ON attachment_copies (used_at);

-- However a row goes, its file goes: the sweep comes for what is written down here.
CREATE FUNCTION release_attached_file() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO unclaimed_files (key, at) VALUES (to_jsonb(OLD) ->> TG_ARGV[0], 'epoch') ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER attachment_removed AFTER DELETE ON attachments
  FOR EACH ROW EXECUTE FUNCTION release_attached_file('file_key');
CREATE TRIGGER attachment_copy_removed AFTER DELETE ON attachment_copies
  FOR EACH ROW EXECUTE FUNCTION release_attached_file('copy_key');

CREATE OR REPLACE FUNCTION lesson_gone() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_TABLE_NAME = 'lessons' THEN DELETE FROM lesson_drafts WHERE id = OLD.id; END IF;
  IF NOT EXISTS (SELECT FROM lessons WHERE id = OLD.id) THEN
    DELETE FROM lesson_versions WHERE lesson_id = OLD.id;
    DELETE FROM lesson_writers WHERE lesson_id = OLD.id;
    DELETE FROM attachments WHERE lesson_id = OLD.id;
  END IF;
  RETURN NULL;
END $$;
