-- Certo/Errado as a kind of its own: a question whose two options are exactly 'Certo' and 'Errado'.

ALTER TABLE question_versions
  ADD COLUMN kind text NOT NULL DEFAULT 'choice' CHECK (kind IN ('choice', 'true_false'));
-- Of the current version: lists and draws choose by it.
ALTER TABLE questions
  ADD COLUMN kind text NOT NULL DEFAULT 'choice' CHECK (kind IN ('choice', 'true_false'));

UPDATE question_versions SET kind = 'true_false'
FROM (SELECT question_version_id FROM options GROUP BY question_version_id
      HAVING string_agg(option_text, '/' ORDER BY position) = 'Certo/Errado' AND count(*) = 2) AS told
WHERE told.question_version_id = question_versions.id;
UPDATE questions SET kind = 'true_false'
FROM question_versions v WHERE v.id = questions.current_version_id AND v.kind = 'true_false';

CREATE FUNCTION question_kind() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
  BEGIN
    NEW.kind := coalesce((SELECT kind FROM question_versions WHERE id = NEW.current_version_id), NEW.kind);
    RETURN NEW;
  END
  $$;
CREATE TRIGGER question_kind BEFORE INSERT OR UPDATE OF current_version_id ON questions
  FOR EACH ROW EXECUTE FUNCTION question_kind();
