-- An amendment of a much cited law lists a hundred thousand texts, and each index costs at every row. One unique index
-- for a text and its amendment replaces two.
DROP INDEX law_change_items_of_item;
DROP INDEX law_change_items_of_lesson;
ALTER TABLE law_change_items
  DROP CONSTRAINT law_change_items_change_id_item_id_key,
  DROP CONSTRAINT law_change_items_change_id_lesson_id_key;
CREATE UNIQUE INDEX law_change_items_of_item ON law_change_items (item_id, change_id) WHERE item_id IS NOT NULL;
CREATE UNIQUE INDEX law_change_items_of_lesson ON law_change_items (lesson_id, change_id) WHERE lesson_id IS NOT NULL;
