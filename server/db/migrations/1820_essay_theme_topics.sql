-- The topic that an essay theme is about.
ALTER TABLE essay_themes ADD COLUMN topic_id integer REFERENCES topics ON DELETE SET NULL;
CREATE INDEX essay_themes_of_topic ON essay_themes (topic_id) WHERE topic_id IS NOT NULL;
