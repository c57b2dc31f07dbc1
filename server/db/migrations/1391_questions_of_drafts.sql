-- The questions of a lesson's end are chosen before it is published, too: a draft has the id of the lesson it becomes
-- (1250). What is gone takes its choice with it by the trigger instead of the reference.
ALTER TABLE lesson_questions DROP CONSTRAINT lesson_questions_lesson_id_fkey;

CREATE OR REPLACE FUNCTION lesson_gone() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_TABLE_NAME = 'lessons' THEN DELETE FROM lesson_drafts WHERE id = OLD.id; END IF;
  IF NOT EXISTS (SELECT FROM lessons WHERE id = OLD.id) THEN
    DELETE FROM lesson_versions WHERE lesson_id = OLD.id;
    DELETE FROM lesson_writers WHERE lesson_id = OLD.id;
    DELETE FROM lesson_questions WHERE lesson_id = OLD.id;
    DELETE FROM attachments WHERE lesson_id = OLD.id;
    DELETE FROM recordings WHERE lesson_id = OLD.id;
    DELETE FROM playback_positions WHERE lesson_id = OLD.id;
    UPDATE recording_uploads SET expires_at = 'epoch' WHERE lesson_id = OLD.id;
  END IF;
  RETURN NULL;
END $$;
