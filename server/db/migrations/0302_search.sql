-- One index for everything that can be looked for. Lessons write here; courses and quizzes join with their own kind.

CREATE TABLE search_entries (
  kind        text NOT NULL CHECK (kind IN ('lesson', 'course', 'quiz')),
  id          integer NOT NULL,
  subject_id  integer REFERENCES subjects ON DELETE SET NULL,
  title       text NOT NULL,
  -- The beginning of the text, for snippets.
  body        text NOT NULL,
  title_key   text NOT NULL,
  -- Stemmed Portuguese, the unaccented words as they stand, and the unaccented singulars stemmed: see docs/decisions.
  title_words tsvector NOT NULL,
  body_words  tsvector NOT NULL,
  PRIMARY KEY (kind, id)
);
CREATE INDEX search_entries_title ON search_entries USING gin (title_words);
CREATE INDEX search_entries_body ON search_entries USING gin (body_words);
CREATE INDEX search_entries_similar ON search_entries USING gin (title_key gin_trgm_ops);
CREATE INDEX search_entries_subject ON search_entries (subject_id) WHERE subject_id IS NOT NULL;

-- The words of a text in the three forms. `singular` comes from the service, which knows Portuguese plurals.
CREATE FUNCTION search_words(original text, plain text, singular text) RETURNS tsvector
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN to_tsvector('pg_catalog.portuguese', original)
      || to_tsvector('pg_catalog.simple', plain)
      || to_tsvector('pg_catalog.portuguese', singular);

-- Titles that hold something like the query, for typing errors. The threshold lives here, because the index obeys it.
CREATE FUNCTION search_similar(query text, most integer)
  RETURNS TABLE (kind text, id integer, likeness real)
  LANGUAGE sql STABLE PARALLEL SAFE
  SET pg_trgm.word_similarity_threshold = 0.45
  AS $$
    SELECT e.kind, e.id, word_similarity(query, e.title_key) AS likeness
    FROM search_entries e
    WHERE query <% e.title_key
    ORDER BY likeness DESC, e.kind, e.id
    LIMIT most
  $$;
