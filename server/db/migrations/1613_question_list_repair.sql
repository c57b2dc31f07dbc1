-- A version without lists may have deleted questions of a list for good. Their rows went with them, and left gaps in the
-- two numbers and counts that were too high. Lists without such gaps are not changed.
UPDATE question_list_items item SET position = fresh.position, rank = fresh.rank
FROM (
  SELECT list_id, question_id,
    row_number() OVER (PARTITION BY list_id ORDER BY position, question_id) AS position,
    row_number() OVER (PARTITION BY list_id ORDER BY rank, question_id) AS rank
  FROM question_list_items
) AS fresh
WHERE item.list_id = fresh.list_id AND item.question_id = fresh.question_id
  AND (item.position, item.rank) IS DISTINCT FROM (fresh.position, fresh.rank);

UPDATE question_lists list SET total = fresh.total, answered = fresh.answered, correct = fresh.correct
FROM (
  SELECT l.id, count(i.question_id) AS total, count(i.answered_at) AS answered,
    count(*) FILTER (WHERE i.is_correct) AS correct
  FROM question_lists l LEFT JOIN question_list_items i ON i.list_id = l.id GROUP BY l.id
) AS fresh
WHERE list.id = fresh.id
  AND (list.total, list.answered, list.correct) IS DISTINCT FROM (fresh.total, fresh.answered, fresh.correct);
