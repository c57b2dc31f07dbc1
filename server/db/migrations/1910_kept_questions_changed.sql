-- Which questions the quizzes keep for themselves (the view kept_questions): processes keep them in memory (234).
-- By row where a repeated call writes a statement without rows: such a call changes nothing.
CREATE TRIGGER kept_by_quizzes_changed
  AFTER INSERT OR DELETE OR UPDATE OF draft_version_id, published_version_id, published_at ON quizzes
  FOR EACH ROW EXECUTE FUNCTION note_shared_change('kept');
CREATE TRIGGER kept_by_versions_changed AFTER DELETE OR UPDATE OF quiz_id, is_training ON quiz_versions
  FOR EACH ROW EXECUTE FUNCTION note_shared_change('kept');
CREATE TRIGGER kept_in_versions_changed AFTER INSERT OR UPDATE OR DELETE ON quiz_version_questions
  FOR EACH STATEMENT EXECUTE FUNCTION note_shared_change('kept');
