-- A title over a group of items: those that follow each other with the same one. '' is none.
ALTER TABLE course_items ADD COLUMN module text NOT NULL DEFAULT '';

CREATE OR REPLACE VIEW visible_course_items AS
  SELECT item.course_id, item.position, item.lesson_id, item.quiz_id, item.module
  FROM course_items item
  WHERE NOT EXISTS (SELECT FROM lessons WHERE lessons.id = item.lesson_id AND lessons.deleted_at IS NOT NULL)
    AND NOT EXISTS (SELECT FROM quizzes WHERE quizzes.id = item.quiz_id AND quizzes.published_version_id IS NULL);
