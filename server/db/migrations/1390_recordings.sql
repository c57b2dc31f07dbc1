-- Videos and recordings of the school's own: part of a lesson, or of a draft that is none yet (1250 shares their ids).
CREATE TABLE recordings (
  id                integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  lesson_id         integer NOT NULL,
  title             text NOT NULL,
  kind              text NOT NULL CHECK (kind IN ('video', 'audio')),
  -- By content.
  mime_type         text NOT NULL,
  bytes             bigint NOT NULL,
  file_key          text NOT NULL,
  poster_key        text,
  duration_seconds  real,
  -- waiting: its sizes for the web are still to be made; plain: they never will, because nothing here can make them.
  state             text NOT NULL CHECK (state IN ('waiting', 'working', 'ready', 'plain', 'failed')),
  attempts          integer NOT NULL DEFAULT 0,
  uploaded_by       uuid REFERENCES users ON DELETE SET NULL,
  created_at        timestamptz NOT NULL
);
CREATE INDEX recordings_of_lesson ON recordings (lesson_id, id);
CREATE INDEX recordings_uploaded_by ON recordings (uploaded_by);

-- The same in a size for the web.
CREATE TABLE recording_renditions (
  recording_id  integer NOT NULL REFERENCES recordings ON DELETE CASCADE,
  height        integer NOT NULL,
  bytes         bigint NOT NULL,
  file_key      text NOT NULL,
  PRIMARY KEY (recording_id, height)
);

-- On its way, piece by piece. Rows go by their time alone: whoever removes one must let go of its pieces first.
CREATE TABLE recording_uploads (
  id           uuid PRIMARY KEY,
  lesson_id    integer NOT NULL,
  title        text NOT NULL,
  bytes        bigint NOT NULL,
  received     bigint NOT NULL DEFAULT 0,
  -- By content, once its first bytes are here.
  mime_type    text,
  file_key     text NOT NULL,
  -- How the file store knows it, and what it said of each piece.
  store_id     text NOT NULL,
  receipts     text[] NOT NULL DEFAULT '{}',
  -- Whoever sends at this moment: one at a time.
  holder       uuid,
  held_until   timestamptz,
  uploaded_by  uuid REFERENCES users ON DELETE SET NULL,
  created_at   timestamptz NOT NULL,
  expires_at   timestamptz NOT NULL
);
CREATE INDEX recording_uploads_expires ON recording_uploads (expires_at);
CREATE INDEX recording_uploads_of_person ON recording_uploads (uploaded_by, lesson_id);

-- Where somebody stopped watching.
CREATE TABLE playback_positions (
  user_id    uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  lesson_id  integer NOT NULL,
  -- Its address in the lesson.
  video      text NOT NULL,
  seconds    real NOT NULL,
  at         timestamptz NOT NULL,
  PRIMARY KEY (user_id, lesson_id, video)
);
CREATE INDEX playback_positions_of_lesson ON playback_positions (lesson_id);

CREATE FUNCTION release_recording() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO unclaimed_files (key, at)
    SELECT key, 'epoch' FROM unnest(ARRAY[OLD.file_key, to_jsonb(OLD) ->> 'poster_key']) AS key WHERE key IS NOT NULL
    ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER recording_removed AFTER DELETE ON recordings
  FOR EACH ROW EXECUTE FUNCTION release_recording();
CREATE TRIGGER rendition_removed AFTER DELETE ON recording_renditions
  FOR EACH ROW EXECUTE FUNCTION release_recording();

CREATE OR REPLACE FUNCTION lesson_gone() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_TABLE_NAME = 'lessons' THEN DELETE FROM lesson_drafts WHERE id = OLD.id; END IF;
  IF NOT EXISTS (SELECT FROM lessons WHERE id = OLD.id) THEN
    DELETE FROM lesson_versions WHERE lesson_id = OLD.id;
    DELETE FROM lesson_writers WHERE lesson_id = OLD.id;
    DELETE FROM attachments WHERE lesson_id = OLD.id;
    DELETE FROM recordings WHERE lesson_id = OLD.id;
    DELETE FROM playback_positions WHERE lesson_id = OLD.id;
    UPDATE recording_uploads SET expires_at = 'epoch' WHERE lesson_id = OLD.id;
  END IF;
  RETURN NULL;
END $$;
