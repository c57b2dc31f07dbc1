-- When something changed that every student's reads go by (234): processes keep it in memory, and every read asks here
-- whether it still stands. One row for each transaction that changed something of a kind. A row shows with its
-- transaction, so whoever sees the change sees the row, and nobody waits for anybody.
CREATE TABLE shared_changes (
  kind  text NOT NULL,
  xid   xid8 NOT NULL DEFAULT pg_current_xact_id(),
  at    timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (kind, xid)
);
CREATE INDEX shared_changes_by_time ON shared_changes (at);

CREATE FUNCTION note_shared_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO shared_changes (kind) VALUES (TG_ARGV[0]) ON CONFLICT DO NOTHING;
  RETURN NULL;
END
$$;

-- What an exam asks.
CREATE TRIGGER syllabi_changed AFTER INSERT OR UPDATE OR DELETE ON syllabi
  FOR EACH STATEMENT EXECUTE FUNCTION note_shared_change('syllabi');
CREATE TRIGGER syllabus_subjects_changed AFTER INSERT OR UPDATE OR DELETE ON syllabus_subjects
  FOR EACH STATEMENT EXECUTE FUNCTION note_shared_change('syllabi');
CREATE TRIGGER syllabus_topics_changed AFTER INSERT OR UPDATE OR DELETE ON syllabus_topics
  FOR EACH STATEMENT EXECUTE FUNCTION note_shared_change('syllabi');
CREATE TRIGGER topics_changed AFTER INSERT OR UPDATE OR DELETE ON topics
  FOR EACH STATEMENT EXECUTE FUNCTION note_shared_change('syllabi');
CREATE TRIGGER subjects_changed AFTER UPDATE OR DELETE ON subjects
  FOR EACH STATEMENT EXECUTE FUNCTION note_shared_change('syllabi');
CREATE TRIGGER exams_changed AFTER UPDATE OF name OR DELETE ON exams
  FOR EACH STATEMENT EXECUTE FUNCTION note_shared_change('syllabi');

-- Which questions the bank has of each topic and subject.
CREATE TRIGGER questions_changed
  AFTER INSERT OR DELETE OR UPDATE OF subject_id, topic_id, in_bank, status, current_version_id ON questions
  FOR EACH STATEMENT EXECUTE FUNCTION note_shared_change('bank');

-- Which lessons teach each topic.
CREATE TRIGGER lessons_changed
  AFTER INSERT OR DELETE OR UPDATE OF topic_id, title, word_count, deleted_at ON lessons
  FOR EACH STATEMENT EXECUTE FUNCTION note_shared_change('lessons');

-- How hard the questions of each topic are.
CREATE TRIGGER topic_difficulties_changed AFTER INSERT OR UPDATE OR DELETE ON topic_difficulties
  FOR EACH STATEMENT EXECUTE FUNCTION note_shared_change('difficulties');
CREATE TRIGGER mastery_model_changed AFTER UPDATE ON mastery_model
  FOR EACH STATEMENT EXECUTE FUNCTION note_shared_change('difficulties');
