-- The same rows as before. Nearly every item is visible, so the few lessons and quizzes that are not are looked up
-- instead of all that are: a course of two hundred items no longer costs two hundred looks.
CREATE INDEX lessons_gone ON lessons (id) WHERE deleted_at IS NOT NULL;
CREATE INDEX quizzes_unpublished ON quizzes (id) WHERE published_version_id IS NULL;

CREATE OR REPLACE VIEW visible_course_items AS
  SELECT item.course_id, item.position, item.lesson_id, item.quiz_id
  FROM course_items item
  WHERE NOT EXISTS (SELECT FROM lessons WHERE lessons.id = item.lesson_id AND lessons.deleted_at IS NOT NULL)
    AND NOT EXISTS (SELECT FROM quizzes WHERE quizzes.id = item.quiz_id AND quizzes.published_version_id IS NULL);
