-- A card of a comment belongs to the comment's question as well, which decides when it is closed. So the version before
-- treats it as a card of the question.
ALTER TABLE cards ADD COLUMN comment_id integer REFERENCES question_comments ON DELETE SET NULL;
CREATE INDEX cards_comment ON cards (comment_id) WHERE comment_id IS NOT NULL;
