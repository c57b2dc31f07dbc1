-- The search finds open essay themes, and authors find their own as they edit them.
ALTER TABLE search_entries DROP CONSTRAINT search_entries_kind_check;
ALTER TABLE search_entries ADD CONSTRAINT search_entries_kind_check
  CHECK (kind IN ('lesson', 'course', 'quiz', 'essayTheme', 'teacherEssayTheme'));

-- Singulars come from the service: here the words stand for them until a theme is saved again.
WITH found AS (
  SELECT 'essayTheme' AS kind, t.id, v.title, coalesce(v.content ->> 'command', '') AS body
  FROM essay_themes t JOIN essay_theme_versions v ON v.id = t.published_version_id WHERE t.is_open
  UNION ALL
  SELECT 'teacherEssayTheme', t.id, coalesce(t.draft ->> 'title', ''), coalesce(t.draft ->> 'command', '') FROM essay_themes t
), plain AS (
  SELECT found.*,
    translate(lower(title), 'áàâãäéèêëíìîïóòôõöúùûüçñ', 'aaaaaeeeeiiiiooooouuuucn') AS title_key,
    translate(lower(title || ' ' || body), 'áàâãäéèêëíìîïóòôõöúùûüçñ', 'aaaaaeeeeiiiiooooouuuucn') AS body_key
  FROM found
)
INSERT INTO search_entries (kind, id, title, body, title_key, title_words, body_words)
SELECT kind, id, title, body, title_key, search_words(title, title_key, title_key),
  search_words(title || ' ' || body, body_key, body_key)
FROM plain;
