-- The question bank: what is known of a question beside its text, and how it is found.

ALTER TABLE questions
  -- Kept and findable whether or not a quiz holds it. Questions of a quiz enter when it is published.
  ADD COLUMN in_bank boolean NOT NULL DEFAULT false,
  -- What new quizzes, draws and practices take; always complete. Older versions stay for the attempts that hold them.
  ADD COLUMN current_version_id integer REFERENCES question_versions ON DELETE SET NULL,
  ADD COLUMN topic text NOT NULL DEFAULT '',
  -- Who set the question (the "banca"), and when.
  ADD COLUMN source text NOT NULL DEFAULT '',
  ADD COLUMN year smallint CHECK (year BETWEEN 1900 AND 2099),
  ADD COLUMN difficulty text CHECK (difficulty IN ('easy', 'medium', 'hard')),
  ADD COLUMN status text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'annulled', 'outdated')),
  ADD COLUMN status_reason text NOT NULL DEFAULT '',
  -- Counts the saves in the bank: a save over a newer one is refused.
  ADD COLUMN revision integer NOT NULL DEFAULT 1,
  -- SHA-256 of what the question says: the same question imported twice is one question.
  ADD COLUMN fingerprint bytea,
  -- Named by the browser that creates it: a repeated request finds the question of the first.
  ADD COLUMN creation_key uuid UNIQUE,
  -- Null: as it was made.
  ADD COLUMN updated_at timestamptz;

CREATE INDEX questions_current_version ON questions (current_version_id) WHERE current_version_id IS NOT NULL;
CREATE INDEX questions_in_bank ON questions (id DESC) WHERE in_bank;
CREATE INDEX questions_in_bank_by_subject ON questions (subject_id, id DESC) WHERE in_bank;
CREATE INDEX questions_by_fingerprint ON questions (fingerprint) WHERE in_bank;
-- What can be drawn and practised.
CREATE INDEX questions_drawable ON questions (subject_id, topic) WHERE in_bank AND status = 'active';

-- Beside the questions, because the words are long and lists do not need them.
CREATE TABLE question_index (
  question_id  integer PRIMARY KEY REFERENCES questions ON DELETE CASCADE,
  -- The beginning of the statement without markup.
  excerpt      text NOT NULL,
  -- Statement, options and labels in the three forms of search_words.
  words        tsvector NOT NULL,
  -- The statement without case, accents and markup, for typing errors.
  text_key     text NOT NULL
);
CREATE INDEX question_index_words ON question_index USING gin (words);
CREATE INDEX question_index_similar ON question_index USING gin (text_key gin_trgm_ops);

-- Questions that are in published quizzes already. Their words are renewed at the next save.
UPDATE questions SET in_bank = true, current_version_id = held.version_id
FROM (
  SELECT question_id, max(question_version_id) AS version_id
  FROM quiz_version_questions JOIN quiz_versions ON quiz_versions.id = quiz_version_id
  WHERE quiz_versions.published_at IS NOT NULL
  GROUP BY question_id
) AS held
WHERE held.question_id = questions.id;
INSERT INTO question_index (question_id, excerpt, words, text_key)
SELECT questions.id, left(statement, 300), search_words(statement, lower(statement), lower(statement)), left(lower(statement), 2000)
FROM questions JOIN question_versions ON question_versions.id = questions.current_version_id
WHERE in_bank;

-- Statements that hold something like the query. The threshold lives here, because the index obeys it.
CREATE FUNCTION question_similar(query text, most integer)
  RETURNS TABLE (question_id integer, likeness real)
  LANGUAGE sql STABLE PARALLEL SAFE
  SET pg_trgm.word_similarity_threshold = 0.5
  AS $$
    SELECT i.question_id, word_similarity(query, i.text_key) AS likeness
    FROM question_index i
    WHERE query <% i.text_key
    ORDER BY likeness DESC, i.question_id DESC
    LIMIT most
  $$;

-- An import between upload and confirmation. Nothing of it is a question before it is confirmed.
CREATE TABLE question_imports (
  id            integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  owner_id      uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  file_name     text NOT NULL,
  file_kind     text NOT NULL CHECK (file_kind IN ('csv', 'gift')),
  sha256        bytea NOT NULL,
  remarks       text[] NOT NULL,
  state         text NOT NULL CHECK (state IN ('preview', 'importing', 'done')),
  total         integer NOT NULL,
  -- Written beside the one transaction that imports, so that the browser sees it move.
  processed     integer NOT NULL DEFAULT 0,
  imported      integer,
  -- What the entries cannot say any more once they are gone.
  problem_count   integer NOT NULL,
  duplicate_count integer NOT NULL,
  created_at    timestamptz NOT NULL,
  finished_at   timestamptz
);
CREATE INDEX question_imports_of_owner ON question_imports (owner_id, id DESC);
CREATE INDEX question_imports_by_age ON question_imports (created_at);

CREATE TABLE question_import_entries (
  import_id    integer NOT NULL REFERENCES question_imports ON DELETE CASCADE,
  position     integer NOT NULL,
  line         integer NOT NULL,
  excerpt      text NOT NULL,
  question     jsonb,
  fingerprint  bytea,
  problem      text,
  -- The same question stands earlier in the file, or in the bank.
  duplicate    text CHECK (duplicate IN ('file', 'bank')),
  PRIMARY KEY (import_id, position)
);
