-- The first day on which a text can be the one in force. `valid_from` stays the day that the source gives, or null.
-- A remark that names only the year starts on its first day. A text without a date starts with the text before it.
ALTER TABLE law_versions ADD COLUMN starts_on date NOT NULL DEFAULT '-infinity';
-- The publication of the amending norm. A later `valid_from` is the end of its vacatio.
ALTER TABLE law_versions ADD COLUMN published_on date;

UPDATE law_versions SET starts_on = known.starts_on
FROM (
  SELECT id, max(coalesce(valid_from, make_date(substring(amending_urn FROM ':([12][0-9]{3})(?:-[0-9-]+)?;')::integer, 1, 1)))
               OVER (PARTITION BY device_id ORDER BY number) AS starts_on
  FROM law_versions
) known
WHERE known.id = law_versions.id AND known.starts_on IS NOT NULL;

CREATE INDEX law_versions_by_start ON law_versions (device_id, starts_on DESC, number DESC);
