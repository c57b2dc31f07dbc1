-- Counts and names are read below one question: the indexes of 1611 have only comments without a parent.
CREATE INDEX question_comments_of_question ON question_comments (question_id, user_id);

-- Null: the account was erased, and others replied to the comment.
ALTER TABLE question_comments ALTER COLUMN user_id DROP NOT NULL;

-- With an account its comments and votes go; replies of others stay, below a comment without words. A trigger, because
-- the previous version erases accounts too; it runs before the CASCADE of user_id, which then finds nothing.
CREATE FUNCTION forget_comment_writer() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- In the order of ids, as votes and replies lock one comment each.
  PERFORM FROM question_comments WHERE id IN (
    SELECT id FROM question_comments WHERE user_id = OLD.id
    UNION SELECT comment_id FROM question_comment_votes WHERE user_id = OLD.id
  ) ORDER BY id FOR UPDATE;
  WITH gone AS (DELETE FROM question_comment_votes WHERE user_id = OLD.id RETURNING comment_id)
  UPDATE question_comments SET votes = votes - 1 FROM gone WHERE id = gone.comment_id;
  DELETE FROM question_comment_queue
  WHERE comment_id IN (SELECT id FROM question_comments WHERE user_id = OLD.id);
  -- Comments of erased accounts that only this person had replied to.
  DELETE FROM question_comments c
  WHERE c.user_id IS NULL AND c.id IN (SELECT parent_id FROM question_comments WHERE user_id = OLD.id)
    AND NOT EXISTS (SELECT FROM question_comments r WHERE r.parent_id = c.id AND r.user_id IS DISTINCT FROM OLD.id);
  UPDATE question_comments c SET body = '', state = 'deleted', is_sealed = false, user_id = NULL
  WHERE c.user_id = OLD.id
    AND EXISTS (SELECT FROM question_comments r WHERE r.parent_id = c.id AND r.user_id IS DISTINCT FROM OLD.id);
  DELETE FROM question_comments WHERE user_id = OLD.id;
  RETURN OLD;
END $$;
CREATE TRIGGER users_forget_comment_writer BEFORE DELETE ON users
  FOR EACH ROW EXECUTE FUNCTION forget_comment_writer();

-- Votes of accounts that were erased before are still counted.
UPDATE question_comments c SET votes = counted.votes
FROM (
  SELECT one.id, count(v.comment_id)::int AS votes
  FROM question_comments one LEFT JOIN question_comment_votes v ON v.comment_id = one.id GROUP BY one.id
) AS counted
WHERE counted.id = c.id AND counted.votes <> c.votes;
