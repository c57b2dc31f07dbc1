-- Highlights and notes on articles of laws. `lesson_title` names the article then.
ALTER TABLE annotations ADD COLUMN law_id integer REFERENCES laws ON DELETE SET NULL;
-- As in LexML. The article stays known when the law is gone.
ALTER TABLE annotations ADD COLUMN law_article text;
-- The device in which the quote begins; `position` counts from its first character.
ALTER TABLE annotations ADD COLUMN law_device text;
CREATE INDEX annotations_of_law ON annotations (law_id, law_article, user_id) WHERE law_id IS NOT NULL;
