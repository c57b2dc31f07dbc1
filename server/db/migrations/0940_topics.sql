-- Topics as a tree that the school keeps: subject, topic, subtopic. The free text of before stays beside it, because
-- the version before still writes it: triggers keep both in step.

-- 'Aula 2' before 'Aula 10'.
CREATE COLLATION IF NOT EXISTS natural_pt (provider = icu, locale = 'pt-BR-u-kn-true');

-- What two spellings of a topic have in common: no case, no accents, single spaces. As searchKey in keys.ts.
CREATE FUNCTION topic_key(label text) RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN btrim(regexp_replace(
    regexp_replace(normalize(lower(normalize(label, NFKC) COLLATE "und-x-icu"), NFD),
                   U&'[\0300-\036F\0483-\0489\1AB0-\1AFF\1DC0-\1DFF\20D0-\20FF\FE00-\FE0F\FE20-\FE2F]', '', 'g'),
    U&'[\0009-\000D\0020\00A0\1680\2000-\200A\2028\2029\202F\205F\3000\FEFF]+', ' ', 'g'), ' ');

CREATE TABLE topics (
  id          integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  subject_id  integer NOT NULL REFERENCES subjects ON DELETE CASCADE,
  -- Null: a topic of the subject itself. A subtopic has none below it.
  parent_id   integer REFERENCES topics ON DELETE CASCADE,
  name        text NOT NULL CHECK (name <> ''),
  name_key    text NOT NULL
);
CREATE UNIQUE INDEX topics_by_name ON topics (subject_id, name_key, coalesce(parent_id, 0));
CREATE INDEX topics_of_parent ON topics (parent_id) WHERE parent_id IS NOT NULL;

-- Refuses the removal of a topic that something stands on.
ALTER TABLE questions ADD COLUMN topic_id integer REFERENCES topics;
ALTER TABLE lessons ADD COLUMN topic_id integer REFERENCES topics;
ALTER TABLE quiz_version_draws ADD COLUMN topic_id integer REFERENCES topics;
-- How the topics of an import are to be understood: what the file says, and the topic that is meant.
ALTER TABLE question_imports ADD COLUMN topic_choices jsonb NOT NULL DEFAULT '[]';

-- The same key within a subject is the same topic; the first spelling names it.
INSERT INTO topics (subject_id, name, name_key)
SELECT DISTINCT ON (subject_id, topic_key(topic)) subject_id, btrim(topic), topic_key(topic)
FROM questions WHERE subject_id IS NOT NULL AND topic_key(topic) <> ''
ORDER BY subject_id, topic_key(topic), id;
UPDATE questions SET topic_id = topics.id, topic = topics.name
FROM topics WHERE topics.subject_id = questions.subject_id AND questions.topic <> '' AND topics.name_key = topic_key(questions.topic);
UPDATE quiz_version_draws SET topic_id = topics.id, topic = topics.name
FROM topics WHERE topics.subject_id = quiz_version_draws.subject_id AND quiz_version_draws.topic <> ''
  AND topics.name_key = topic_key(quiz_version_draws.topic);

CREATE INDEX questions_by_topic ON questions (topic_id, id DESC) WHERE topic_id IS NOT NULL;
CREATE INDEX lessons_by_topic ON lessons (topic_id) WHERE topic_id IS NOT NULL;
CREATE INDEX quiz_version_draws_topic ON quiz_version_draws (topic_id) WHERE topic_id IS NOT NULL;

-- The topic that a free text means, held until the transaction ends; one of the subject itself before a subtopic.
CREATE FUNCTION find_topic(of_subject integer, label text) RETURNS integer
  LANGUAGE sql VOLATILE
  AS $$
    SELECT id FROM topics WHERE subject_id = of_subject AND name_key = topic_key(label)
    ORDER BY parent_id NULLS FIRST, id LIMIT 1 FOR KEY SHARE
  $$;

CREATE FUNCTION ensure_topic(of_subject integer, label text) RETURNS integer
  LANGUAGE plpgsql VOLATILE
  AS $$
  DECLARE found integer := find_topic(of_subject, label);
  BEGIN
    IF found IS NULL AND topic_key(label) <> '' THEN
      INSERT INTO topics (subject_id, name, name_key) VALUES (of_subject, btrim(label), topic_key(label))
      ON CONFLICT DO NOTHING RETURNING id INTO found;
      -- Another transaction made it at this moment.
      IF found IS NULL THEN found := find_topic(of_subject, label); END IF;
    END IF;
    RETURN found;
  END
  $$;

-- Who names a topic gets its subject and its name as text; who writes a text gets the topic that it means.
CREATE FUNCTION question_topic() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
  DECLARE named topics;
  BEGIN
    IF NEW.topic_id IS NOT NULL THEN
      -- Held, so that a rename that is under way is waited for.
      SELECT * INTO named FROM topics WHERE id = NEW.topic_id FOR KEY SHARE;
    END IF;
    IF NEW.topic_id IS NOT NULL AND TG_OP = 'UPDATE' AND NEW.topic_id IS NOT DISTINCT FROM OLD.topic_id
       AND (named.subject_id IS DISTINCT FROM NEW.subject_id OR named.name IS DISTINCT FROM NEW.topic)
    THEN
      -- Only the old columns were written.
      NEW.topic_id := NULL;
    END IF;
    IF NEW.topic_id IS NULL AND NEW.subject_id IS NOT NULL AND NEW.topic <> '' THEN
      NEW.topic_id := ensure_topic(NEW.subject_id, NEW.topic);
      SELECT * INTO named FROM topics WHERE id = NEW.topic_id;
    END IF;
    IF NEW.topic_id IS NOT NULL AND named.id IS NOT NULL THEN
      NEW.subject_id := named.subject_id;
      NEW.topic := named.name;
    END IF;
    RETURN NEW;
  END
  $$;
CREATE TRIGGER question_topic BEFORE INSERT OR UPDATE OF subject_id, topic, topic_id ON questions
  FOR EACH ROW EXECUTE FUNCTION question_topic();

-- A rule draws by the topic where its text means one. It makes none: nothing could be drawn from it.
CREATE FUNCTION draw_topic() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
  DECLARE named topics;
  BEGIN
    IF NEW.topic_id IS NOT NULL THEN
      SELECT * INTO named FROM topics WHERE id = NEW.topic_id FOR KEY SHARE;
    END IF;
    IF NEW.topic_id IS NOT NULL AND TG_OP = 'UPDATE' AND NEW.topic_id IS NOT DISTINCT FROM OLD.topic_id
       AND (named.subject_id IS DISTINCT FROM NEW.subject_id OR named.name IS DISTINCT FROM NEW.topic)
    THEN
      NEW.topic_id := NULL;
    END IF;
    IF NEW.topic_id IS NULL AND NEW.subject_id IS NOT NULL AND NEW.topic <> '' THEN
      NEW.topic_id := find_topic(NEW.subject_id, NEW.topic);
      SELECT * INTO named FROM topics WHERE id = NEW.topic_id;
    END IF;
    IF NEW.topic_id IS NOT NULL AND named.id IS NOT NULL THEN
      NEW.subject_id := named.subject_id;
      NEW.topic := named.name;
    END IF;
    RETURN NEW;
  END
  $$;
CREATE TRIGGER draw_topic BEFORE INSERT OR UPDATE OF subject_id, topic, topic_id ON quiz_version_draws
  FOR EACH ROW EXECUTE FUNCTION draw_topic();

-- The version before changes the subject of a lesson without knowing of topics.
CREATE FUNCTION lesson_topic() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
  BEGIN
    IF NEW.topic_id IS NOT NULL
       AND NEW.subject_id IS DISTINCT FROM (SELECT subject_id FROM topics WHERE id = NEW.topic_id FOR KEY SHARE)
    THEN
      NEW.topic_id := NULL;
    END IF;
    RETURN NEW;
  END
  $$;
CREATE TRIGGER lesson_topic BEFORE INSERT OR UPDATE OF subject_id, topic_id ON lessons
  FOR EACH ROW EXECUTE FUNCTION lesson_topic();
