-- Certificates carried the duration that somebody had typed into the course. Their hours are counted from what the
-- course holds: reading at 200 words a minute, the limits of its simulados, three minutes a question without one.
-- Where nothing is left to count they carry none.
UPDATE certificates SET minutes = content.minutes
FROM (
  SELECT certificates.id,
         (SELECT round(sum(CASE WHEN item.lesson_id IS NOT NULL
                                THEN greatest(1, round(lessons.word_count / 200.0))
                                ELSE coalesce(quiz_versions.time_limit, quiz_versions.question_count * 3) END))::int
          FROM visible_course_items item
          LEFT JOIN lessons ON lessons.id = item.lesson_id
          LEFT JOIN quizzes ON quizzes.id = item.quiz_id
          LEFT JOIN quiz_versions ON quiz_versions.id = quizzes.published_version_id
          WHERE item.course_id = certificates.course_id) AS minutes
  FROM certificates
) AS content
WHERE content.id = certificates.id;
