-- the home
-- reads attempt_questions by index, attempts by index, course_completions by index, course_items by index, courses WHOLE, enrollments by index, exam_time_rights by index, first_days by index, lesson_progress by index, lessons WHOLE, media by index, options by index, practice_questions by index, practices by index, question_versions by index, questions by index, quiz_presences by index, quiz_version_questions by index, quiz_versions by index, quiz_windows WHOLE, quizzes by index, study_days by index, study_goals by index, subjects by index, users by index
SELECT (SELECT coalesce(json_agg(part), '[]') FROM (
(
SELECT attempts.user_id AS "userId", attempts.started_at AS "startedAt",
CASE WHEN attempts.closed_by = 'student' THEN attempts.closed_at END AS "finishedAt",
coalesce(array_agg(sheet.answered_at) FILTER (WHERE sheet.answered_at IS NOT NULL), '{}') AS "answeredAt"
FROM attempts JOIN attempt_questions sheet ON sheet.attempt_id = attempts.id
WHERE attempts.user_id = $1 AND attempts.closed_at IS NULL AND NOT attempts.is_preview
GROUP BY attempts.id)
UNION ALL
(SELECT practices.user_id, practices.started_at, practices.finished_at, array_agg(sheet.answered_at)
FROM practices JOIN practice_questions sheet ON sheet.practice_id = practices.id
WHERE practices.user_id = $2
AND sheet.answered_at >= (SELECT $3::date::timestamp AT TIME ZONE 'America/Sao_Paulo')
GROUP BY practices.id)) AS part) AS "live", (SELECT coalesce(json_agg(part), '[]') FROM (
SELECT string_agg(day::text, ' ') AS days
FROM (
SELECT day FROM study_days WHERE user_id = $4 AND studied
UNION
SELECT (completed_at AT TIME ZONE 'America/Sao_Paulo')::date FROM lesson_progress
WHERE user_id = $5 AND completed_at IS NOT NULL
UNION
SELECT (answered_at AT TIME ZONE 'America/Sao_Paulo')::date
FROM practices JOIN practice_questions ON practice_questions.practice_id = practices.id
WHERE practices.user_id = $6 AND answered_at IS NOT NULL
) AS studied) AS part) AS "days", (SELECT coalesce(json_agg(part), '[]') FROM (
SELECT day::text, least(bit_count(bit_or(slots)), $7) * $8::int AS seconds
FROM (
SELECT day, reading | quizzes AS slots FROM study_days
WHERE user_id = $9 AND day BETWEEN (SELECT $10::date) AND (SELECT $11::date)
UNION ALL
SELECT day::date, slots::bit(4320)
FROM unnest($12::text[], $13::text[]) AS live (day, slots)
WHERE day::date BETWEEN $14::date AND $15::date
) AS studied
GROUP BY day) AS part) AS "week", (SELECT coalesce(json_agg(part), '[]') FROM (
SELECT weekly_hours AS hours FROM study_goals WHERE user_id = $16) AS part) AS "goal", (SELECT coalesce(json_agg(part), '[]') FROM (
WITH results AS (
SELECT quiz_id, max(closed_at) AS at, bool_or(earns) AS passed
FROM closed_attempts WHERE user_id = $17 GROUP BY quiz_id
),
items AS MATERIALIZED (
SELECT item.course_id, item.position, item.lesson_id, item.quiz_id,
read.completed_at IS NOT NULL OR coalesce(results.passed, false) AS done,
greatest(read.reported_at, results.at) AS at
FROM enrollments
JOIN visible_course_items item ON item.course_id = enrollments.course_id
LEFT JOIN lesson_progress read ON read.user_id = $18 AND read.lesson_id = item.lesson_id
LEFT JOIN results ON results.quiz_id = item.quiz_id
WHERE enrollments.user_id = $19 AND enrollments.left_at IS NULL
AND EXISTS (SELECT FROM courses WHERE courses.id = enrollments.course_id AND is_published AND deleted_at IS NULL)
),
content AS (
SELECT course_id, count(*) AS total, count(*) FILTER (WHERE done) AS done, max(at) AS at,
min(position) FILTER (WHERE NOT done) AS next_position
FROM items GROUP BY course_id
),
overall AS (
SELECT count(*) AS total, count(*) FILTER (WHERE done) AS done
FROM (SELECT DISTINCT lesson_id, quiz_id, done FROM items) AS once
)
SELECT enrollments.id AS "enrollmentId", enrollments.enrolled_at AS "enrolledAt",
greatest(enrollments.enrolled_at, content.at) AS "lastActivityAt", completion.completed_at AS "completedAt",
coalesce(content.done, 0) AS done, coalesce(content.total, 0) AS total,
courses.id, courses.title, courses.description, courses.category, courses.difficulty, courses.duration,
courses.is_published AS "isPublished", (SELECT address FROM media WHERE media.id = courses.image_id) AS "imageUrl",
courses.instructor_id AS "instructorId", users.first_name || ' ' || users.last_name AS "instructorName",
courses.created_at AS "createdAt", courses.updated_at AS "updatedAt", courses.version,
next.lesson_id AS "nextLessonId", next.quiz_id AS "nextQuizId",
coalesce(lessons.title, quiz_versions.title) AS "nextTitle",
lessons.word_count AS "nextWordCount",
round(quiz_versions.time_limit * (1 +
coalesce((SELECT "extra_percent" FROM exam_time_rights
WHERE user_id = $20 AND granted_at IS NOT NULL AND valid_until >= $21::date), 0) / 100.0)
+
coalesce((SELECT "extra_minutes" FROM exam_time_rights
WHERE user_id = $22 AND granted_at IS NOT NULL AND valid_until >= $23::date), 0))::int AS "nextTimeLimit",
overall.done AS "allDone", overall.total AS "allTotal"
FROM enrollments
JOIN courses ON courses.id = enrollments.course_id AND courses.is_published AND courses.deleted_at IS NULL
LEFT JOIN users ON users.id = courses.instructor_id
LEFT JOIN course_completions completion
ON completion.user_id = enrollments.user_id AND completion.course_id = enrollments.course_id
LEFT JOIN content ON content.course_id = courses.id
LEFT JOIN course_items next ON next.course_id = content.course_id AND next.position = content.next_position
LEFT JOIN lessons ON lessons.id = next.lesson_id
LEFT JOIN quizzes ON quizzes.id = next.quiz_id
LEFT JOIN quiz_versions ON quiz_versions.id = quizzes.published_version_id
CROSS JOIN overall
WHERE enrollments.user_id = $24 AND enrollments.left_at IS NULL
ORDER BY "lastActivityAt" DESC, "enrollmentId" DESC
LIMIT $25) AS part) AS "followed", (SELECT coalesce(json_agg(part), '[]') FROM (
WITH open AS MATERIALIZED (
SELECT 1 + a.is_direct::int AS rank, a.quiz_id, NULL::int AS practice_id, v.title, held.question_id, true AS holds,
a.results_at IS NOT NULL AS until_result
FROM attempts a
JOIN quiz_versions v ON v.id = a.quiz_version_id
JOIN attempt_questions held ON held.attempt_id = a.id
WHERE a.user_id = $26 AND a.closed_at IS NULL
AND (a.deadline_at >= (SELECT $27::timestamptz)
OR a.results_at >= (SELECT $28::timestamptz))
UNION ALL
SELECT 3, w.quiz_id, NULL, v.title, held.question_id, w.opens_at <= (SELECT $29::timestamptz), true
FROM quiz_windows w
JOIN quizzes z ON z.id = w.quiz_id
JOIN quiz_versions v ON v.id IN (z.draft_version_id, z.published_version_id)
JOIN quiz_version_questions held ON held.quiz_version_id = v.id
WHERE w.ended_at IS NULL AND w.results_at >= (SELECT $30::timestamptz)
AND w.opens_at <= (SELECT $31::timestamptz)
-- Authors know their keys.
AND EXISTS (SELECT FROM users WHERE users.id = $32 AND users.role = 'student')
)
SELECT question_id AS "questionId", quiz_id AS "quizId", practice_id AS "practiceId", title, holds AS "holdsResults",
until_result AS "untilResult" FROM (
SELECT rank, quiz_id, practice_id, title, question_id, holds, until_result FROM open
UNION
SELECT open.rank, open.quiz_id, open.practice_id, open.title, copy.id, open.holds, open.until_result
FROM open
JOIN questions own ON own.id = open.question_id
JOIN questions copy ON copy.fingerprint = own.fingerprint AND copy.in_bank
) AS held
-- The attempt on the screen last: it is the one to name.
ORDER BY rank DESC, quiz_id) AS part) AS "underWay", (SELECT coalesce(json_agg(part), '[]') FROM (
SELECT attempts.id, attempts.quiz_id AS "quizId", quiz_versions.title AS "quizTitle", score,
correct_answers AS "correctAnswers", total_questions AS "totalQuestions", passed,
started_at AS "createdAt", count(*) OVER () AS taken,
count(*) FILTER (WHERE passed AND attempts.id <> ALL($33::int[])) OVER () AS "passedCount"
FROM closed_attempts attempts JOIN quiz_versions ON quiz_versions.id = attempts.quiz_version_id
WHERE user_id = $34 AND NOT is_preview
ORDER BY closed_at DESC, attempts.id DESC
LIMIT $35) AS part) AS "attempts", (SELECT coalesce(json_agg(part), '[]') FROM (
SELECT subjects.id, subjects.name, count(*) AS total, count(*) FILTER (WHERE options.is_correct OR questions.status = 'annulled') AS correct
FROM counted_attempts attempts
JOIN attempt_questions sheet ON sheet.attempt_id = attempts.id
JOIN questions ON questions.id = sheet.question_id
JOIN subjects ON subjects.id = questions.subject_id
LEFT JOIN options ON options.id = sheet.option_id
WHERE attempts.user_id = $36 AND attempts.closed_at > (SELECT $37::timestamptz)
AND sheet.question_id <> ALL($38::int[])
GROUP BY subjects.id, subjects.name
ORDER BY count(*) FILTER (WHERE options.is_correct OR questions.status = 'annulled')::float8 / count(*) DESC, subjects.name
LIMIT $39) AS part) AS "subjects", (SELECT coalesce(json_agg(part), '[]') FROM (
(SELECT 'attempt' AS reason, attempts.quiz_id AS id, quiz_versions.title, NULL AS "subjectName",
(SELECT count(*) FROM attempt_questions sheet
WHERE sheet.attempt_id = attempts.id AND sheet.option_id IS NOT NULL)::float8 / total_questions AS share,
NULL::int AS "wordCount",
CASE WHEN quiz_versions.time_limit IS NOT NULL THEN attempts.deadline_at END AS "deadlineAt"
FROM attempts JOIN quiz_versions ON quiz_versions.id = attempts.quiz_version_id
WHERE attempts.user_id = $40 AND attempts.closed_at IS NULL AND NOT attempts.is_direct
AND NOT attempts.is_preview AND attempts.deadline_at > (SELECT $41::timestamptz)
AND attempts.submitted_at IS NULL
ORDER BY attempts.started_at DESC LIMIT 1)
UNION ALL
(SELECT 'reading', lessons.id, lessons.title, subjects.name, read.position, lessons.word_count, NULL
FROM lesson_progress read
JOIN lessons ON lessons.id = read.lesson_id AND lessons.deleted_at IS NULL
LEFT JOIN subjects ON subjects.id = lessons.subject_id
WHERE read.user_id = $42 AND read.completed_at IS NULL AND NOT read.reopened AND read.position > 0
ORDER BY read.reported_at DESC LIMIT 1)
ORDER BY reason LIMIT 1) AS part) AS "started", (SELECT coalesce(json_agg(part), '[]') FROM (
SELECT f.over_at IS NOT NULL OR p.finished_at IS NOT NULL AS "isOver"
FROM first_days f LEFT JOIN practices p ON p.id = f.practice_id WHERE f.user_id = $43) AS part) AS "firstDay", (SELECT coalesce(json_agg(part), '[]') FROM (
SELECT w.quiz_id AS "quizId", quiz_versions.title,
quiz_versions.question_count AS "questionCount", (quiz_versions.draw_count = 0 AND NOT EXISTS (
SELECT FROM quiz_version_questions held JOIN question_versions asked ON asked.id = held.question_version_id
WHERE held.quiz_version_id = quiz_versions.id AND asked.kind <> 'true_false')) AS "isTrueFalse",
quiz_versions.time_limit AS "timeLimit", quiz_versions.conduct,
extra.extra_percent AS "extraPercent", extra.extra_minutes AS "extraMinutes",
w.opens_at AS "opensAt", w.closes_at AS "closesAt", w.results_at AS "resultsAt",
w.late_start = 'shortens' AS "endsForAll",
(SELECT count(*) FROM quiz_presences p WHERE p.quiz_id = w.quiz_id)::int AS confirmed,
EXISTS (SELECT FROM quiz_presences p WHERE p.quiz_id = w.quiz_id AND p.user_id = $44) AS "isConfirmed",
own.deadline_at AS "deadlineAt", own.submitted_at AS "submittedAt"
FROM quiz_windows w
JOIN quizzes z ON z.id = w.quiz_id
JOIN quiz_versions ON quiz_versions.id = z.published_version_id
LEFT JOIN attempts own ON own.quiz_id = w.quiz_id AND own.user_id = $45 AND own.closed_at IS NULL
AND NOT own.is_direct
LEFT JOIN exam_time_rights extra ON extra.user_id = $46 AND extra.granted_at IS NOT NULL
AND extra.valid_until >= $47::date
WHERE w.ended_at IS NULL AND w.results_at >= (SELECT $48::timestamptz)
ORDER BY w.opens_at, w.quiz_id LIMIT $49) AS part) AS "windows", (SELECT coalesce(json_agg(part), '[]') FROM (SELECT true AS published FROM courses WHERE is_published AND deleted_at IS NULL LIMIT 1) AS part) AS "published";

-- the home
-- reads attempt_questions by index, attempts by index, options by index, questions by index, quiz_versions by index, subjects by index
SELECT (SELECT coalesce(json_agg(part), '[]') FROM (
SELECT attempts.id, attempts.quiz_id AS "quizId", quiz_versions.title AS "quizTitle", score,
correct_answers AS "correctAnswers", total_questions AS "totalQuestions", passed,
started_at AS "createdAt", count(*) OVER () AS taken,
count(*) FILTER (WHERE passed AND attempts.id <> ALL($1::int[])) OVER () AS "passedCount"
FROM closed_attempts attempts JOIN quiz_versions ON quiz_versions.id = attempts.quiz_version_id
WHERE user_id = $2 AND NOT is_preview
ORDER BY closed_at DESC, attempts.id DESC
LIMIT $3) AS part) AS "attempts", (SELECT coalesce(json_agg(part), '[]') FROM (
SELECT subjects.id, subjects.name, count(*) AS total, count(*) FILTER (WHERE options.is_correct OR questions.status = 'annulled') AS correct
FROM counted_attempts attempts
JOIN attempt_questions sheet ON sheet.attempt_id = attempts.id
JOIN questions ON questions.id = sheet.question_id
JOIN subjects ON subjects.id = questions.subject_id
LEFT JOIN options ON options.id = sheet.option_id
WHERE attempts.user_id = $4 AND attempts.closed_at > (SELECT $5::timestamptz)
AND sheet.question_id <> ALL($6::int[])
GROUP BY subjects.id, subjects.name
ORDER BY count(*) FILTER (WHERE options.is_correct OR questions.status = 'annulled')::float8 / count(*) DESC, subjects.name
LIMIT $7) AS part) AS "subjects";

-- the home
-- reads attempt_questions by index, attempts by index
SELECT a.id AS "attemptId", min(held.question_id) AS "questionId"
FROM attempts a JOIN attempt_questions held ON held.attempt_id = a.id AND held.question_id = ANY($1)
WHERE a.user_id = $2 AND a.closed_at IS NOT NULL
GROUP BY a.id;

-- the plan
-- reads answer_log by index, attempt_questions by index, attempts by index, card_answers by index, card_states by index, cards by index, course_items by index, courses WHOLE, enrollments by index, essay_theme_versions by index, essay_themes WHOLE, essays by index, exam_time_rights by index, exams by index, followed_exams by index, law_versions by index, lesson_progress by index, lessons by index, memory_states by index, plan_days by index, practice_questions by index, practices by index, questions WHOLE, quiz_version_questions by index, quiz_versions by index, quiz_windows WHOLE, quizzes by index, review_days by index, shared_changes by index, student_mastery by index, student_memories by index, study_goals by index, subjects WHOLE, syllabus_subjects by index, syllabus_topics by index, topic_mastery by index, topics WHOLE, users by index
SELECT (SELECT coalesce(json_agg(part), '[]') FROM (
WITH open AS MATERIALIZED (
SELECT 1 + a.is_direct::int AS rank, a.quiz_id, NULL::int AS practice_id, v.title, held.question_id, true AS holds,
a.results_at IS NOT NULL AS until_result
FROM attempts a
JOIN quiz_versions v ON v.id = a.quiz_version_id
JOIN attempt_questions held ON held.attempt_id = a.id
WHERE a.user_id = $1 AND a.closed_at IS NULL
AND (a.deadline_at >= (SELECT $2::timestamptz)
OR a.results_at >= (SELECT $3::timestamptz))
UNION ALL
SELECT 3, w.quiz_id, NULL, v.title, held.question_id, w.opens_at <= (SELECT $4::timestamptz), true
FROM quiz_windows w
JOIN quizzes z ON z.id = w.quiz_id
JOIN quiz_versions v ON v.id IN (z.draft_version_id, z.published_version_id)
JOIN quiz_version_questions held ON held.quiz_version_id = v.id
WHERE w.ended_at IS NULL AND w.results_at >= (SELECT $5::timestamptz)
-- Authors know their keys.
AND EXISTS (SELECT FROM users WHERE users.id = $6 AND users.role = 'student')
UNION ALL
SELECT 4, NULL, p.id, p.title, held.question_id, false, false
FROM practices p JOIN practice_questions held ON held.practice_id = p.id
WHERE p.user_id = $7 AND p.finished_at IS NULL
AND p.deadline_at >= (SELECT $8::timestamptz)
)
SELECT question_id AS "questionId", quiz_id AS "quizId", practice_id AS "practiceId", title, holds AS "holdsResults",
until_result AS "untilResult" FROM (
SELECT rank, quiz_id, practice_id, title, question_id, holds, until_result FROM open
UNION
SELECT open.rank, open.quiz_id, open.practice_id, open.title, copy.id, open.holds, open.until_result
FROM open
JOIN questions own ON own.id = open.question_id
JOIN questions copy ON copy.fingerprint = own.fingerprint AND copy.in_bank
) AS held
-- The attempt on the screen last: it is the one to name.
ORDER BY rank DESC, quiz_id) AS part) AS "underWay", (SELECT coalesce(json_agg(part), '[]') FROM (
SELECT exams.id, exams.name, exams.exam_date::text AS date
FROM followed_exams JOIN exams ON exams.id = followed_exams.exam_id
WHERE followed_exams.user_id = $9 AND exams.exam_date >= $10::date) AS part) AS "exam", (SELECT coalesce(json_agg(part), '[]') FROM (
SELECT weekly_hours AS hours FROM study_goals WHERE user_id = $11) AS part) AS "goal", (SELECT coalesce(json_agg(part), '[]') FROM (
SELECT question_id AS "questionId", stands_for AS "standsFor", is_right AS "isRight" FROM answer_log
WHERE user_id = $12 AND study_day = $13::date AND source = 'review' ORDER BY id LIMIT 1000) AS part) AS "reviewed", (SELECT coalesce(json_agg(part), '[]') FROM (
SELECT DISTINCT ON (a.card_id) a.card_id AS "cardId", cards.question_id AS "questionId", a.grade, a.grade = 1 AND NOT cards.is_suspended AND (cards.source_kind IS DISTINCT FROM 'law' OR cards.law_device_id IS NULL
OR cards.source_version IS NOT DISTINCT FROM (
SELECT text.id FROM (
SELECT one.* FROM law_versions one
WHERE one.device_id = cards.law_device_id AND one.starts_on <= $14::date
AND (one.valid_until IS NULL OR one.valid_until > $15::date)
AND (one.is_current OR one.valid_until IS NOT NULL
OR EXISTS (SELECT FROM law_versions other WHERE other.device_id = cards.law_device_id AND other.is_current))
ORDER BY one.starts_on DESC, one.number DESC
LIMIT 1) text)) AS "isAgain"
FROM card_answers a JOIN cards ON cards.id = a.card_id
WHERE a.user_id = $16 AND a.study_day = $17::date AND a.undone_at IS NULL
ORDER BY a.card_id, a.id DESC LIMIT 1000) AS part) AS "reviewedCards", (SELECT coalesce(json_agg(part), '[]') FROM (
SELECT day::text AS day, exam_day::text AS "examDay", questions, question_ids AS "questionIds",
asked_ids AS "askedIds", reasons, are_new AS "areNew", tomorrow, cards_day::text AS "cardsDay",
card_ids AS "cardIds", card_positions AS "cardPositions", card_reasons AS "cardReasons",
tomorrow_cards AS "tomorrowCards", postponed_on::text AS "postponedOn", postponed_ids AS "postponedIds"
FROM review_days WHERE user_id = $18) AS part) AS "kept", (SELECT coalesce(json_agg(part), '[]') FROM (SELECT true AS answered FROM answer_log WHERE user_id = $19 LIMIT 1) AS part) AS "answered", (SELECT coalesce(json_agg(part), '[]') FROM (SELECT true AS has FROM cards WHERE user_id = $20 LIMIT 1) AS part) AS "cards", (SELECT coalesce(json_agg(part), '[]') FROM (
SELECT bought_courses($21, $22::date) AS courses) AS part) AS "bought", (SELECT coalesce(json_agg(part), '[]') FROM (SELECT known.* FROM (
SELECT string_agg(int8send((question_id::bigint << 32)
| (least(answers, 2047) << 20) | ((last_day - date '1970-01-01') * 2 + last_right::int)), '') AS last,
string_agg(float8send(stability), '') AS stability, string_agg(float8send(difficulty), '') AS difficulty,
(SELECT to_json(memory) FROM (
SELECT weights, fitted_on::text AS "fittedOn", form, policy, chosen_on::text AS "chosenOn"
FROM student_memories WHERE user_id = $23) AS memory) AS memory,
(SELECT coalesce(json_agg(topic), '[]') FROM (
SELECT topic_id AS "topicId", questions AS answers FROM topic_mastery WHERE user_id = $24 ORDER BY topic_id LIMIT 10000) AS topic) AS answered
FROM memory_states WHERE user_id = $25) AS known WHERE NOT EXISTS (SELECT FROM review_days WHERE user_id = $26 AND day = $27::date AND cards_day = $28::date)) AS part) AS "known", (SELECT coalesce(json_agg(part), '[]') FROM (
WITH under_way AS MATERIALIZED (SELECT ARRAY(SELECT "questionId" FROM (
WITH open AS MATERIALIZED (
SELECT 1 + a.is_direct::int AS rank, a.quiz_id, NULL::int AS practice_id, v.title, held.question_id, true AS holds,
a.results_at IS NOT NULL AS until_result
FROM attempts a
JOIN quiz_versions v ON v.id = a.quiz_version_id
JOIN attempt_questions held ON held.attempt_id = a.id
WHERE a.user_id = $29 AND a.closed_at IS NULL
AND (a.deadline_at >= (SELECT $30::timestamptz)
OR a.results_at >= (SELECT $31::timestamptz))
UNION ALL
SELECT 3, w.quiz_id, NULL, v.title, held.question_id, w.opens_at <= (SELECT $32::timestamptz), true
FROM quiz_windows w
JOIN quizzes z ON z.id = w.quiz_id
JOIN quiz_versions v ON v.id IN (z.draft_version_id, z.published_version_id)
JOIN quiz_version_questions held ON held.quiz_version_id = v.id
WHERE w.ended_at IS NULL AND w.results_at >= (SELECT $33::timestamptz)
-- Authors know their keys.
AND EXISTS (SELECT FROM users WHERE users.id = $34 AND users.role = 'student')
UNION ALL
SELECT 4, NULL, p.id, p.title, held.question_id, false, false
FROM practices p JOIN practice_questions held ON held.practice_id = p.id
WHERE p.user_id = $35 AND p.finished_at IS NULL
AND p.deadline_at >= (SELECT $36::timestamptz)
)
SELECT question_id AS "questionId", quiz_id AS "quizId", practice_id AS "practiceId", title, holds AS "holdsResults",
until_result AS "untilResult" FROM (
SELECT rank, quiz_id, practice_id, title, question_id, holds, until_result FROM open
UNION
SELECT open.rank, open.quiz_id, open.practice_id, open.title, copy.id, open.holds, open.until_result
FROM open
JOIN questions own ON own.id = open.question_id
JOIN questions copy ON copy.fingerprint = own.fingerprint AND copy.in_bank
) AS held
-- The attempt on the screen last: it is the one to name.
ORDER BY rank DESC, quiz_id) AS under_way) AS ids)
SELECT columns.* FROM (
SELECT string_agg(int8send((s.card_id::bigint << 32)
| (((s.last_day - date '1970-01-01') * 2 + (s.last_grade > 1)::int)::bigint & 4294967295)), '') AS last,
string_agg(float8send(s.stability), '') AS stability, string_agg(float8send(s.difficulty), '') AS difficulty,
(SELECT coalesce(json_agg(id), '[]') FROM (
SELECT cards.id FROM cards
WHERE cards.user_id = $37 AND cards.created_at < (SELECT $38::timestamptz)
AND NOT cards.is_suspended AND (cards.source_kind IS DISTINCT FROM 'law' OR cards.law_device_id IS NULL
OR cards.source_version IS NOT DISTINCT FROM (
SELECT text.id FROM (
SELECT one.* FROM law_versions one
WHERE one.device_id = cards.law_device_id AND one.starts_on <= $39::date
AND (one.valid_until IS NULL OR one.valid_until > $40::date)
AND (one.is_current OR one.valid_until IS NOT NULL
OR EXISTS (SELECT FROM law_versions other WHERE other.device_id = cards.law_device_id AND other.is_current))
ORDER BY one.starts_on DESC, one.number DESC
LIMIT 1) text)) AND (cards.question_id IS NULL OR cards.question_id <> ALL((SELECT ids FROM under_way)::int[]))
AND NOT EXISTS (SELECT FROM card_states WHERE card_id = cards.id)
ORDER BY cards.created_at, cards.id LIMIT $41
) AS fresh) AS fresh
FROM card_states s JOIN cards ON cards.id = s.card_id
WHERE s.user_id = $42 AND NOT cards.is_suspended AND (cards.source_kind IS DISTINCT FROM 'law' OR cards.law_device_id IS NULL
OR cards.source_version IS NOT DISTINCT FROM (
SELECT text.id FROM (
SELECT one.* FROM law_versions one
WHERE one.device_id = cards.law_device_id AND one.starts_on <= $43::date
AND (one.valid_until IS NULL OR one.valid_until > $44::date)
AND (one.is_current OR one.valid_until IS NOT NULL
OR EXISTS (SELECT FROM law_versions other WHERE other.device_id = cards.law_device_id AND other.is_current))
ORDER BY one.starts_on DESC, one.number DESC
LIMIT 1) text)) AND (cards.question_id IS NULL OR cards.question_id <> ALL((SELECT ids FROM under_way)::int[]))) AS columns
WHERE NOT EXISTS (SELECT FROM review_days WHERE user_id = $45 AND day = $46::date AND cards_day = $47::date)) AS part) AS "cardColumns", (SELECT coalesce(json_agg(part), '[]') FROM (
SELECT s.question_id AS "questionId" FROM memory_states s
WHERE s.user_id = $48 AND s.last_day >= $49::date AND s.question_id = ANY(coalesce((
SELECT question_ids || asked_ids FROM review_days WHERE user_id = $50 AND day = $51::date AND cards_day = $52::date), '{}'))) AS part) AS "answeredOfDay", (SELECT coalesce(json_agg(part), '[]') FROM (
SELECT cards.id AS "cardId" FROM cards
LEFT JOIN card_states s ON s.card_id = cards.id
WHERE cards.user_id = $53 AND cards.id = ANY(coalesce((SELECT card_ids FROM review_days WHERE user_id = $54 AND day = $55::date AND cards_day = $56::date), '{}')) AND NOT cards.is_suspended AND (cards.source_kind IS DISTINCT FROM 'law' OR cards.law_device_id IS NULL
OR cards.source_version IS NOT DISTINCT FROM (
SELECT text.id FROM (
SELECT one.* FROM law_versions one
WHERE one.device_id = cards.law_device_id AND one.starts_on <= $57::date
AND (one.valid_until IS NULL OR one.valid_until > $58::date)
AND (one.is_current OR one.valid_until IS NOT NULL
OR EXISTS (SELECT FROM law_versions other WHERE other.device_id = cards.law_device_id AND other.is_current))
ORDER BY one.starts_on DESC, one.number DESC
LIMIT 1) text)) AND (cards.question_id IS NULL OR cards.question_id <> ALL(ARRAY(SELECT "questionId" FROM (
WITH open AS MATERIALIZED (
SELECT 1 + a.is_direct::int AS rank, a.quiz_id, NULL::int AS practice_id, v.title, held.question_id, true AS holds,
a.results_at IS NOT NULL AS until_result
FROM attempts a
JOIN quiz_versions v ON v.id = a.quiz_version_id
JOIN attempt_questions held ON held.attempt_id = a.id
WHERE a.user_id = $59 AND a.closed_at IS NULL
AND (a.deadline_at >= (SELECT $60::timestamptz)
OR a.results_at >= (SELECT $61::timestamptz))
UNION ALL
SELECT 3, w.quiz_id, NULL, v.title, held.question_id, w.opens_at <= (SELECT $62::timestamptz), true
FROM quiz_windows w
JOIN quizzes z ON z.id = w.quiz_id
JOIN quiz_versions v ON v.id IN (z.draft_version_id, z.published_version_id)
JOIN quiz_version_questions held ON held.quiz_version_id = v.id
WHERE w.ended_at IS NULL AND w.results_at >= (SELECT $63::timestamptz)
-- Authors know their keys.
AND EXISTS (SELECT FROM users WHERE users.id = $64 AND users.role = 'student')
UNION ALL
SELECT 4, NULL, p.id, p.title, held.question_id, false, false
FROM practices p JOIN practice_questions held ON held.practice_id = p.id
WHERE p.user_id = $65 AND p.finished_at IS NULL
AND p.deadline_at >= (SELECT $66::timestamptz)
)
SELECT question_id AS "questionId", quiz_id AS "quizId", practice_id AS "practiceId", title, holds AS "holdsResults",
until_result AS "untilResult" FROM (
SELECT rank, quiz_id, practice_id, title, question_id, holds, until_result FROM open
UNION
SELECT open.rank, open.quiz_id, open.practice_id, open.title, copy.id, open.holds, open.until_result
FROM open
JOIN questions own ON own.id = open.question_id
JOIN questions copy ON copy.fingerprint = own.fingerprint AND copy.in_bank
) AS held
-- The attempt on the screen last: it is the one to name.
ORDER BY rank DESC, quiz_id) AS under_way)))
AND (s.last_day IS NULL OR s.last_day < $67::date)) AS part) AS "openCardsOfDay", (SELECT coalesce(json_agg(part), '[]') FROM (
SELECT topic_id AS "topicId", value, questions AS answers, answers AS total, rights, last_day::text AS "lastDay",
stability
FROM topic_mastery WHERE user_id = $68 ORDER BY topic_id LIMIT 10000) AS part) AS "topics", (SELECT coalesce(json_agg(part), '[]') FROM (
WITH bought AS MATERIALIZED (SELECT bought_courses($69, $70::date) AS courses)
SELECT
ARRAY(SELECT DISTINCT quiz_id FROM closed_attempts WHERE user_id = $71) AS "takenQuizzes",
ARRAY(SELECT DISTINCT "questionId" FROM (
WITH open AS MATERIALIZED (
SELECT 1 + a.is_direct::int AS rank, a.quiz_id, NULL::int AS practice_id, v.title, held.question_id, true AS holds,
a.results_at IS NOT NULL AS until_result
FROM attempts a
JOIN quiz_versions v ON v.id = a.quiz_version_id
JOIN attempt_questions held ON held.attempt_id = a.id
WHERE a.user_id = $72 AND a.closed_at IS NULL
AND (a.deadline_at >= (SELECT $73::timestamptz)
OR a.results_at >= (SELECT $74::timestamptz))
UNION ALL
SELECT 3, w.quiz_id, NULL, v.title, held.question_id, w.opens_at <= (SELECT $75::timestamptz), true
FROM quiz_windows w
JOIN quizzes z ON z.id = w.quiz_id
JOIN quiz_versions v ON v.id IN (z.draft_version_id, z.published_version_id)
JOIN quiz_version_questions held ON held.quiz_version_id = v.id
WHERE w.ended_at IS NULL AND w.results_at >= (SELECT $76::timestamptz)
-- Authors know their keys.
AND EXISTS (SELECT FROM users WHERE users.id = $77 AND users.role = 'student')
UNION ALL
SELECT 4, NULL, p.id, p.title, held.question_id, false, false
FROM practices p JOIN practice_questions held ON held.practice_id = p.id
WHERE p.user_id = $78 AND p.finished_at IS NULL
AND p.deadline_at >= (SELECT $79::timestamptz)
)
SELECT question_id AS "questionId", quiz_id AS "quizId", practice_id AS "practiceId", title, holds AS "holdsResults",
until_result AS "untilResult" FROM (
SELECT rank, quiz_id, practice_id, title, question_id, holds, until_result FROM open
UNION
SELECT open.rank, open.quiz_id, open.practice_id, open.title, copy.id, open.holds, open.until_result
FROM open
JOIN questions own ON own.id = open.question_id
JOIN questions copy ON copy.fingerprint = own.fingerprint AND copy.in_bank
) AS held
-- The attempt on the screen last: it is the one to name.
ORDER BY rank DESC, quiz_id) AS under_way) AS "underWay",
ARRAY(SELECT q.id FROM questions q CROSS JOIN bought
WHERE bought.courses IS NOT NULL AND q.in_bank AND NOT question_is_open(q.id, bought.courses)) AS "notBought") AS part) AS "withheld", (SELECT coalesce(json_agg(part), '[]') FROM (
SELECT coalesce(array_agg(lesson_id), '{}') AS ids FROM lesson_progress
WHERE user_id = $80 AND completed_at IS NOT NULL) AS part) AS "read", (SELECT coalesce(json_agg(part), '[]') FROM (
SELECT lesson_id AS id, position, completed_at IS NOT NULL AS "isRead",
coalesce((completed_at AT TIME ZONE 'America/Sao_Paulo')::date = $81::date, false) AS "isToday"
FROM lesson_progress WHERE user_id = $82 ORDER BY completed_at NULLS LAST, lesson_id) AS part) AS "progress", (SELECT coalesce(json_agg(part), '[]') FROM (
SELECT recent.topic_id AS "topicId", sum(recent.total_questions)::int AS questions
FROM (SELECT topic_id, total_questions, finished_at FROM practices WHERE user_id = $83 ORDER BY id DESC LIMIT 100)
AS recent
WHERE recent.topic_id IS NOT NULL
AND (recent.finished_at AT TIME ZONE 'America/Sao_Paulo')::date = $84::date
GROUP BY recent.topic_id) AS part) AS "practised", (SELECT coalesce(json_agg(part), '[]') FROM (
SELECT day::text AS day, exam_id AS "examId", syllabus_version AS version, weekly_hours AS "weeklyHours", today,
ahead, topic_ids AS "topicIds", chances, change
FROM plan_days WHERE user_id = $85) AS part) AS "said", (SELECT coalesce(json_agg(part), '[]') FROM (
WITH item AS MATERIALIZED (
SELECT item.lesson_id, item.quiz_id, item.position, courses.id AS course_id, courses.title AS course_title,
enrollments.enrolled_at, enrollments.id AS enrollment_id
FROM
(SELECT bought_courses($86, $87::date) AS list) AS bought
CROSS JOIN enrollments
JOIN courses ON courses.id = enrollments.course_id AND courses.is_published AND courses.deleted_at IS NULL
AND (bought.list IS NULL OR courses.id = ANY(bought.list))
JOIN visible_course_items item ON item.course_id = courses.id
WHERE enrollments.user_id = $88 AND enrollments.left_at IS NULL)
SELECT CASE WHEN item.lesson_id IS NULL THEN 'quiz' ELSE 'lesson' END AS kind,
coalesce(item.lesson_id, item.quiz_id) AS id, coalesce(lessons.title, quiz_versions.title) AS title,
item.course_id AS "courseId", item.course_title AS "courseTitle",
subjects.id AS "subjectId", subjects.name AS "subjectName",
lessons.word_count AS "wordCount", coalesce(read.position, 0) AS position,
round(quiz_versions.time_limit * (1 +
coalesce((SELECT "extra_percent" FROM exam_time_rights
WHERE user_id = $89 AND granted_at IS NOT NULL AND valid_until >= $90::date), 0) / 100.0)
+
coalesce((SELECT "extra_minutes" FROM exam_time_rights
WHERE user_id = $91 AND granted_at IS NOT NULL AND valid_until >= $92::date), 0))::int AS "timeLimit", quiz_versions.question_count AS "questionCount",
quiz_versions.passing_score AS "passingScore", done.at IS NOT NULL AS done
FROM item
LEFT JOIN lessons ON lessons.id = item.lesson_id
LEFT JOIN subjects ON subjects.id = lessons.subject_id
LEFT JOIN quizzes ON quizzes.id = item.quiz_id
LEFT JOIN quiz_versions ON quiz_versions.id = quizzes.published_version_id
LEFT JOIN lesson_progress read ON read.user_id = $93 AND read.lesson_id = item.lesson_id
LEFT JOIN LATERAL (
SELECT min(closed_at) AS at FROM counted_attempts
WHERE counted_attempts.user_id = $94 AND counted_attempts.quiz_id = item.quiz_id AND counted_attempts.earns
) AS passed ON item.quiz_id IS NOT NULL
CROSS JOIN LATERAL (SELECT coalesce(read.completed_at, passed.at) AS at) AS done
WHERE done.at IS NULL OR (done.at AT TIME ZONE 'America/Sao_Paulo')::date = $95::date
ORDER BY done.at NULLS LAST, item.enrolled_at, item.enrollment_id, item.position
LIMIT $96) AS part) AS "courseItems", (SELECT coalesce(json_agg(part), '[]') FROM (
SELECT t.id,
v.title, v.content ->> 'kind' AS kind, (v.content ->> 'maxLines')::int AS "maxLines",
(v.content ->> 'minutes')::int AS minutes, v.content ->> 'opensAt' AS "opensAt", v.content ->> 'closesAt' AS "closesAt",
EXISTS (SELECT FROM essays e WHERE e.student_id = $97 AND e.theme_id = t.id) AS "isBegun"
FROM followed_exams f
JOIN exams x ON x.id = f.exam_id AND x.exam_date > $98::date
JOIN essay_themes t ON t.is_open AND (t.exam_id = x.id OR t.exam_id IS NULL)
JOIN essay_theme_versions v ON v.id = t.published_version_id
WHERE f.user_id = $99
AND coalesce((v.content ->> 'closesAt')::timestamptz > (SELECT $100::timestamptz), true)
AND NOT EXISTS (
SELECT FROM essays e WHERE e.student_id = $101 AND e.theme_id = t.id AND e.state <> 'writing')
AND (
EXISTS (SELECT FROM essay_themes own WHERE own.exam_id = x.id AND own.is_open)
OR EXISTS (
SELECT FROM syllabus_subjects asked JOIN subjects s ON s.id = asked.subject_id
WHERE asked.exam_id = x.id AND s.name ~* '^(prova de )?reda[cç][aã]o$|discursiva')
OR EXISTS (
SELECT FROM syllabus_topics asked JOIN topics s ON s.id = asked.topic_id
WHERE asked.exam_id = x.id AND s.name ~* '^(prova de )?reda[cç][aã]o$|discursiva'))
ORDER BY "isBegun" DESC, t.exam_id IS NULL, v.content ->> 'closesAt' NULLS LAST, t.id LIMIT $102) AS part) AS "essayThemes", (SELECT coalesce(json_agg(part), '[]') FROM (
SELECT e.theme_id AS id,
v.title, v.content ->> 'kind' AS kind, (v.content ->> 'maxLines')::int AS "maxLines",
(v.content ->> 'minutes')::int AS minutes, (e.delivered_at AT TIME ZONE 'America/Sao_Paulo')::date::text AS "deliveredOn"
FROM essays e JOIN essay_theme_versions v ON v.id = e.theme_version_id
WHERE e.student_id = $103 AND (e.delivered_at AT TIME ZONE 'America/Sao_Paulo')::date >= $104::date
ORDER BY e.delivered_at DESC LIMIT $105) AS part) AS "essaysDelivered", (SELECT coalesce(json_agg(part), '[]') FROM (
SELECT id FROM attempts
WHERE user_id = $106 AND closed_at IS NULL
AND (deadline_at < (SELECT $107::timestamptz) OR submitted_at < (SELECT $108::timestamptz))
AND (results_at IS NULL OR CASE WHEN attempts.results_at IS NOT NULL THEN coalesce(
(SELECT w.results_at FROM quiz_windows w WHERE w.quiz_id = attempts.quiz_id), attempts.results_at) END < (SELECT $109::timestamptz))) AS part) AS "due", (SELECT coalesce(json_agg(part), '[]') FROM (
SELECT id FROM answer_log WHERE user_id = $110 AND NOT taken_in LIMIT 1) AS part) AS "waiting", (SELECT coalesce(json_agg(part), '[]') FROM (
SELECT coalesce(m.epoch, -1) AS epoch, coalesce(m.through, 0) AS through,
coalesce(m.is_partial OR m.history_through <> m.through, false) AS "isPartial",
coalesce(m.level, 0) AS level, coalesce(m.level_variance, 1) AS variance,
coalesce(m.ability, 0) AS ability, coalesce(m.rights, 0) AS rights, coalesce(m.fast, 0) AS fast,
coalesce(m.slow, 0) AS slow, coalesce(m.answers, 0) AS answers, coalesce(m.questions, 0) AS questions,
m.user_id IS NOT NULL AS "isThere",
m.user_id IS NOT NULL OR EXISTS (SELECT FROM answer_log l WHERE l.user_id = $111) AS "hasAnswers"
FROM (SELECT) AS one LEFT JOIN student_mastery m ON m.user_id = $112) AS part) AS "student", (SELECT coalesce(json_agg(part), '[]') FROM (
SELECT pg_current_snapshot()::text AS snapshot, ARRAY(
SELECT known.kind FROM unnest($113::text[], $114::pg_snapshot[]) AS known (kind, seen)
WHERE EXISTS (
SELECT FROM shared_changes c
WHERE c.kind = known.kind AND c.xid >= pg_snapshot_xmin(known.seen)
AND c.xid < pg_snapshot_xmax(pg_current_snapshot()) AND NOT pg_visible_in_snapshot(c.xid, known.seen)
)
) AS changed) AS part) AS "shared";

-- the expected score
-- reads answer_log by index, attempt_questions by index, attempts by index, exams by index, expected_scores by index, followed_exams by index, lesson_progress by index, practice_questions by index, practices by index, questions WHOLE, quiz_version_questions by index, quiz_versions by index, quiz_windows WHOLE, quizzes by index, score_checks by index, shared_changes by index, student_mastery by index, topic_mastery by index, users by index
SELECT (SELECT coalesce(json_agg(part), '[]') FROM (
SELECT exams.id, exams.name, exams.exam_date::text AS date
FROM followed_exams JOIN exams ON exams.id = followed_exams.exam_id
WHERE followed_exams.user_id = $1 AND exams.exam_date >= $2::date) AS part) AS "exam", (SELECT coalesce(json_agg(part), '[]') FROM (
SELECT topic_id AS "topicId", value, questions AS answers, answers AS total, rights, last_day::text AS "lastDay",
stability
FROM topic_mastery WHERE user_id = $3 ORDER BY topic_id LIMIT 10000) AS part) AS "topics", (SELECT coalesce(json_agg(part), '[]') FROM (
WITH bought AS MATERIALIZED (SELECT bought_courses($4, $5::date) AS courses)
SELECT
ARRAY(SELECT DISTINCT quiz_id FROM closed_attempts WHERE user_id = $6) AS "takenQuizzes",
ARRAY(SELECT DISTINCT "questionId" FROM (
WITH open AS MATERIALIZED (
SELECT 1 + a.is_direct::int AS rank, a.quiz_id, NULL::int AS practice_id, v.title, held.question_id, true AS holds,
a.results_at IS NOT NULL AS until_result
FROM attempts a
JOIN quiz_versions v ON v.id = a.quiz_version_id
JOIN attempt_questions held ON held.attempt_id = a.id
WHERE a.user_id = $7 AND a.closed_at IS NULL
AND (a.deadline_at >= (SELECT $8::timestamptz)
OR a.results_at >= (SELECT $9::timestamptz))
UNION ALL
SELECT 3, w.quiz_id, NULL, v.title, held.question_id, w.opens_at <= (SELECT $10::timestamptz), true
FROM quiz_windows w
JOIN quizzes z ON z.id = w.quiz_id
JOIN quiz_versions v ON v.id IN (z.draft_version_id, z.published_version_id)
JOIN quiz_version_questions held ON held.quiz_version_id = v.id
WHERE w.ended_at IS NULL AND w.results_at >= (SELECT $11::timestamptz)
-- Authors know their keys.
AND EXISTS (SELECT FROM users WHERE users.id = $12 AND users.role = 'student')
UNION ALL
SELECT 4, NULL, p.id, p.title, held.question_id, false, false
FROM practices p JOIN practice_questions held ON held.practice_id = p.id
WHERE p.user_id = $13 AND p.finished_at IS NULL
AND p.deadline_at >= (SELECT $14::timestamptz)
)
SELECT question_id AS "questionId", quiz_id AS "quizId", practice_id AS "practiceId", title, holds AS "holdsResults",
until_result AS "untilResult" FROM (
SELECT rank, quiz_id, practice_id, title, question_id, holds, until_result FROM open
UNION
SELECT open.rank, open.quiz_id, open.practice_id, open.title, copy.id, open.holds, open.until_result
FROM open
JOIN questions own ON own.id = open.question_id
JOIN questions copy ON copy.fingerprint = own.fingerprint AND copy.in_bank
) AS held
-- The attempt on the screen last: it is the one to name.
ORDER BY rank DESC, quiz_id) AS under_way) AS "underWay",
ARRAY(SELECT q.id FROM questions q CROSS JOIN bought
WHERE bought.courses IS NOT NULL AND q.in_bank AND NOT question_is_open(q.id, bought.courses)) AS "notBought") AS part) AS "withheld", (SELECT coalesce(json_agg(part), '[]') FROM (
SELECT coalesce(array_agg(lesson_id), '{}') AS ids FROM lesson_progress
WHERE user_id = $15 AND completed_at IS NOT NULL) AS part) AS "read", (SELECT coalesce(json_agg(part), '[]') FROM (
SELECT c.attempt_id AS "attemptId", a.quiz_id AS "quizId", v.title, a.closed_at AS "closedAt", c.expected, c.low,
c.high, c.right_answers AS right, c.total, c.net
FROM score_checks c
JOIN attempts a ON a.id = c.attempt_id
JOIN quiz_versions v ON v.id = a.quiz_version_id
WHERE c.user_id = $16 AND c.attempt_id <> ALL($17::int[])
ORDER BY c.attempt_id DESC LIMIT $18) AS part) AS "checks", (SELECT coalesce(json_agg(part), '[]') FROM (
SELECT EXISTS (SELECT FROM attempts WHERE user_id = $19 AND closed_at IS NULL)
OR EXISTS (SELECT FROM quiz_windows WHERE ended_at IS NULL) AS "isThere") AS part) AS "anything", (SELECT coalesce(json_agg(part), '[]') FROM (
SELECT day::text AS day, score, of_points AS of FROM expected_scores
WHERE user_id = $20 AND exam_id = (SELECT exam_id FROM followed_exams WHERE user_id = $21)
AND day >= $22::date
ORDER BY expected_scores.day LIMIT 100) AS part) AS "scoreDays", (SELECT coalesce(json_agg(part), '[]') FROM (
SELECT id FROM attempts
WHERE user_id = $23 AND closed_at IS NULL
AND (deadline_at < (SELECT $24::timestamptz) OR submitted_at < (SELECT $25::timestamptz))
AND (results_at IS NULL OR CASE WHEN attempts.results_at IS NOT NULL THEN coalesce(
(SELECT w.results_at FROM quiz_windows w WHERE w.quiz_id = attempts.quiz_id), attempts.results_at) END < (SELECT $26::timestamptz))) AS part) AS "due", (SELECT coalesce(json_agg(part), '[]') FROM (
SELECT id FROM answer_log WHERE user_id = $27 AND NOT taken_in LIMIT 1) AS part) AS "waiting", (SELECT coalesce(json_agg(part), '[]') FROM (
SELECT coalesce(m.epoch, -1) AS epoch, coalesce(m.through, 0) AS through,
coalesce(m.is_partial OR m.history_through <> m.through, false) AS "isPartial",
coalesce(m.level, 0) AS level, coalesce(m.level_variance, 1) AS variance,
coalesce(m.ability, 0) AS ability, coalesce(m.rights, 0) AS rights, coalesce(m.fast, 0) AS fast,
coalesce(m.slow, 0) AS slow, coalesce(m.answers, 0) AS answers, coalesce(m.questions, 0) AS questions,
m.user_id IS NOT NULL AS "isThere",
m.user_id IS NOT NULL OR EXISTS (SELECT FROM answer_log l WHERE l.user_id = $28) AS "hasAnswers"
FROM (SELECT) AS one LEFT JOIN student_mastery m ON m.user_id = $29) AS part) AS "student", (SELECT coalesce(json_agg(part), '[]') FROM (
SELECT pg_current_snapshot()::text AS snapshot, ARRAY(
SELECT known.kind FROM unnest($30::text[], $31::pg_snapshot[]) AS known (kind, seen)
WHERE EXISTS (
SELECT FROM shared_changes c
WHERE c.kind = known.kind AND c.xid >= pg_snapshot_xmin(known.seen)
AND c.xid < pg_snapshot_xmax(pg_current_snapshot()) AND NOT pg_visible_in_snapshot(c.xid, known.seen)
)
) AS changed) AS part) AS "shared";

-- the bell
-- reads notifications by index
select count(*) as "count" from (select "user_id" from "notifications" where "user_id" = $1 and "in_app" = $2 and "read_at" is null limit $3) as "unread";

-- preferences
-- reads preferences by index
select "theme", "shortcuts" from "preferences" where "user_id" = $1;

-- lessons read
-- reads lesson_progress by index, lessons WHOLE
select "lesson_id" as "lessonId", "position", "completed_at" as "completedAt" from "lesson_progress" inner join "lessons" on "lessons"."id" = "lesson_progress"."lesson_id" where "user_id" = $1 and "lessons"."deleted_at" is null order by "lesson_id";

-- a course
-- reads attempts by index, course_completions by index, course_items by index, course_ratings by index, courses by index, enrollments by index, lesson_progress by index, lessons by index, media by index, quizzes by index, users by index
SELECT
courses.id, courses.title, courses.description, courses.category, courses.difficulty, courses.duration,
courses.is_published AS "isPublished", (SELECT address FROM media WHERE media.id = courses.image_id) AS "imageUrl",
courses.instructor_id AS "instructorId", users.first_name || ' ' || users.last_name AS "instructorName",
courses.created_at AS "createdAt", courses.updated_at AS "updatedAt", courses.version,
content.lessons AS "lessonCount", content.quizzes AS "quizCount", content.done,
followers.students, ratings.average AS "averageRating", ratings.count AS "ratingCount",
mine.id IS NOT NULL AS "isEnrolled", own_rating.stars AS "myRating", completion.completed_at AS "completedAt"
FROM courses
LEFT JOIN users ON users.id = courses.instructor_id
LEFT JOIN LATERAL (
SELECT count(item.lesson_id) AS lessons, count(item.quiz_id) AS quizzes,
count(*) FILTER (WHERE read.lesson_id IS NOT NULL OR passed.quiz_id IS NOT NULL) AS done
FROM visible_course_items item
LEFT JOIN lesson_progress read
ON read.user_id = $1 AND read.lesson_id = item.lesson_id AND read.completed_at IS NOT NULL
LEFT JOIN passed_quizzes passed ON passed.user_id = $2 AND passed.quiz_id = item.quiz_id
WHERE item.course_id = courses.id
) AS content ON true
LEFT JOIN LATERAL (
SELECT count(*) AS students FROM enrollments WHERE course_id = courses.id AND left_at IS NULL
) AS followers ON true
LEFT JOIN LATERAL (
SELECT avg(stars)::float8 AS average, count(*) AS count
FROM course_ratings WHERE course_id = courses.id AND replaced_at IS NULL
) AS ratings ON true
LEFT JOIN enrollments mine ON mine.course_id = courses.id AND mine.user_id = $3 AND mine.left_at IS NULL
LEFT JOIN course_ratings own_rating
ON own_rating.course_id = courses.id AND own_rating.user_id = $4 AND own_rating.replaced_at IS NULL
LEFT JOIN course_completions completion
ON completion.course_id = courses.id AND completion.user_id = $5
WHERE courses.id = $6 AND courses.deleted_at IS NULL;

-- a course
-- reads attempts by index, course_items by index, exam_time_rights by index, lesson_progress by index, lessons by index, quiz_versions by index, quizzes by index, subjects by index
SELECT CASE WHEN item.lesson_id IS NULL THEN 'quiz' ELSE 'lesson' END AS kind,
coalesce(item.lesson_id, item.quiz_id) AS id, coalesce(lessons.title, quiz_versions.title) AS title,
item.module,
subjects.name AS "subjectName", lessons.word_count AS "wordCount",
round(quiz_versions.time_limit * (1 +
coalesce((SELECT "extra_percent" FROM exam_time_rights
WHERE user_id = $1 AND granted_at IS NOT NULL AND valid_until >= $2::date), 0) / 100.0)
+
coalesce((SELECT "extra_minutes" FROM exam_time_rights
WHERE user_id = $3 AND granted_at IS NOT NULL AND valid_until >= $4::date), 0))::int AS "timeLimit", quiz_versions.question_count AS "questionCount",
quiz_versions.passing_score AS "passingScore",
read.lesson_id IS NOT NULL OR passed.quiz_id IS NOT NULL AS done
FROM visible_course_items item
LEFT JOIN lessons ON lessons.id = item.lesson_id
LEFT JOIN subjects ON subjects.id = lessons.subject_id
LEFT JOIN quizzes ON quizzes.id = item.quiz_id
LEFT JOIN quiz_versions ON quiz_versions.id = quizzes.published_version_id
LEFT JOIN lesson_progress read
ON read.user_id = $5 AND read.lesson_id = item.lesson_id AND read.completed_at IS NOT NULL
LEFT JOIN passed_quizzes passed ON passed.user_id = $6 AND passed.quiz_id = item.quiz_id
WHERE item.course_id = $7
ORDER BY item.position;

-- the review
-- reads attempts by index, memory_states by index, questions by index, quiz_version_questions by index, quiz_versions by index, quizzes by index, subjects by index
SELECT (SELECT coalesce(json_agg(part), '[]') FROM (
SELECT q.id AS "questionId", q.current_version_id AS "versionId", subjects.name AS subject,
q.topic_id AS "topicId", q.topic
FROM questions q LEFT JOIN subjects ON subjects.id = q.subject_id
WHERE q.id = ANY($1::int[]) AND NOT EXISTS (
SELECT FROM memory_states s
WHERE s.user_id = $2 AND s.question_id = q.id AND s.last_day >= $3::date)
AND
q.in_bank AND q.status = 'active' AND q.current_version_id IS NOT NULL AND q.id <> ALL($4::int[])
AND NOT EXISTS (
SELECT FROM kept_questions kept
WHERE kept.question_id = q.id AND NOT EXISTS (
SELECT FROM closed_attempts a WHERE a.user_id = $5 AND a.quiz_id = kept.quiz_id
)
)
AND ($6::int[] IS NULL OR question_is_open(q.id, $7::int[]))) AS part) AS "rows";

-- the review
-- reads answer_log by index, attempt_questions by index, attempts by index, card_answers by index, cards by index, exams by index, followed_exams by index, law_versions by index, practice_questions by index, practices by index, questions by index, quiz_version_questions by index, quiz_versions by index, quiz_windows WHOLE, quizzes by index, review_days by index, shared_changes by index, student_mastery by index, study_goals by index, users by index
SELECT (SELECT coalesce(json_agg(part), '[]') FROM (
WITH open AS MATERIALIZED (
SELECT 1 + a.is_direct::int AS rank, a.quiz_id, NULL::int AS practice_id, v.title, held.question_id, true AS holds,
a.results_at IS NOT NULL AS until_result
FROM attempts a
JOIN quiz_versions v ON v.id = a.quiz_version_id
JOIN attempt_questions held ON held.attempt_id = a.id
WHERE a.user_id = $1 AND a.closed_at IS NULL
AND (a.deadline_at >= (SELECT $2::timestamptz)
OR a.results_at >= (SELECT $3::timestamptz))
UNION ALL
SELECT 3, w.quiz_id, NULL, v.title, held.question_id, w.opens_at <= (SELECT $4::timestamptz), true
FROM quiz_windows w
JOIN quizzes z ON z.id = w.quiz_id
JOIN quiz_versions v ON v.id IN (z.draft_version_id, z.published_version_id)
JOIN quiz_version_questions held ON held.quiz_version_id = v.id
WHERE w.ended_at IS NULL AND w.results_at >= (SELECT $5::timestamptz)
-- Authors know their keys.
AND EXISTS (SELECT FROM users WHERE users.id = $6 AND users.role = 'student')
UNION ALL
SELECT 4, NULL, p.id, p.title, held.question_id, false, false
FROM practices p JOIN practice_questions held ON held.practice_id = p.id
WHERE p.user_id = $7 AND p.finished_at IS NULL
AND p.deadline_at >= (SELECT $8::timestamptz)
)
SELECT question_id AS "questionId", quiz_id AS "quizId", practice_id AS "practiceId", title, holds AS "holdsResults",
until_result AS "untilResult" FROM (
SELECT rank, quiz_id, practice_id, title, question_id, holds, until_result FROM open
UNION
SELECT open.rank, open.quiz_id, open.practice_id, open.title, copy.id, open.holds, open.until_result
FROM open
JOIN questions own ON own.id = open.question_id
JOIN questions copy ON copy.fingerprint = own.fingerprint AND copy.in_bank
) AS held
-- The attempt on the screen last: it is the one to name.
ORDER BY rank DESC, quiz_id) AS part) AS "underWay", (SELECT coalesce(json_agg(part), '[]') FROM (
SELECT exams.id, exams.name, exams.exam_date::text AS date
FROM followed_exams JOIN exams ON exams.id = followed_exams.exam_id
WHERE followed_exams.user_id = $9 AND exams.exam_date >= $10::date) AS part) AS "exam", (SELECT coalesce(json_agg(part), '[]') FROM (
SELECT weekly_hours AS hours FROM study_goals WHERE user_id = $11) AS part) AS "goal", (SELECT coalesce(json_agg(part), '[]') FROM (
SELECT question_id AS "questionId", stands_for AS "standsFor", is_right AS "isRight" FROM answer_log
WHERE user_id = $12 AND study_day = $13::date AND source = 'review' ORDER BY id LIMIT 1000) AS part) AS "reviewed", (SELECT coalesce(json_agg(part), '[]') FROM (
SELECT DISTINCT ON (a.card_id) a.card_id AS "cardId", cards.question_id AS "questionId", a.grade, a.grade = 1 AND NOT cards.is_suspended AND (cards.source_kind IS DISTINCT FROM 'law' OR cards.law_device_id IS NULL
OR cards.source_version IS NOT DISTINCT FROM (
SELECT text.id FROM (
SELECT one.* FROM law_versions one
WHERE one.device_id = cards.law_device_id AND one.starts_on <= $14::date
AND (one.valid_until IS NULL OR one.valid_until > $15::date)
AND (one.is_current OR one.valid_until IS NOT NULL
OR EXISTS (SELECT FROM law_versions other WHERE other.device_id = cards.law_device_id AND other.is_current))
ORDER BY one.starts_on DESC, one.number DESC
LIMIT 1) text)) AS "isAgain"
FROM card_answers a JOIN cards ON cards.id = a.card_id
WHERE a.user_id = $16 AND a.study_day = $17::date AND a.undone_at IS NULL
ORDER BY a.card_id, a.id DESC LIMIT 1000) AS part) AS "reviewedCards", (SELECT coalesce(json_agg(part), '[]') FROM (
SELECT day::text AS day, exam_day::text AS "examDay", questions, question_ids AS "questionIds",
asked_ids AS "askedIds", reasons, are_new AS "areNew", tomorrow, cards_day::text AS "cardsDay",
card_ids AS "cardIds", card_positions AS "cardPositions", card_reasons AS "cardReasons",
tomorrow_cards AS "tomorrowCards", postponed_on::text AS "postponedOn", postponed_ids AS "postponedIds"
FROM review_days WHERE user_id = $18) AS part) AS "kept", (SELECT coalesce(json_agg(part), '[]') FROM (
SELECT id FROM attempts
WHERE user_id = $19 AND closed_at IS NULL
AND (deadline_at < (SELECT $20::timestamptz) OR submitted_at < (SELECT $21::timestamptz))
AND (results_at IS NULL OR CASE WHEN attempts.results_at IS NOT NULL THEN coalesce(
(SELECT w.results_at FROM quiz_windows w WHERE w.quiz_id = attempts.quiz_id), attempts.results_at) END < (SELECT $22::timestamptz))) AS part) AS "due", (SELECT coalesce(json_agg(part), '[]') FROM (
SELECT id FROM answer_log WHERE user_id = $23 AND NOT taken_in LIMIT 1) AS part) AS "waiting", (SELECT coalesce(json_agg(part), '[]') FROM (
SELECT coalesce(m.epoch, -1) AS epoch, coalesce(m.through, 0) AS through,
coalesce(m.is_partial OR m.history_through <> m.through, false) AS "isPartial",
coalesce(m.level, 0) AS level, coalesce(m.level_variance, 1) AS variance,
coalesce(m.ability, 0) AS ability, coalesce(m.rights, 0) AS rights, coalesce(m.fast, 0) AS fast,
coalesce(m.slow, 0) AS slow, coalesce(m.answers, 0) AS answers, coalesce(m.questions, 0) AS questions,
m.user_id IS NOT NULL AS "isThere",
m.user_id IS NOT NULL OR EXISTS (SELECT FROM answer_log l WHERE l.user_id = $24) AS "hasAnswers"
FROM (SELECT) AS one LEFT JOIN student_mastery m ON m.user_id = $25) AS part) AS "student", (SELECT coalesce(json_agg(part), '[]') FROM (
SELECT pg_current_snapshot()::text AS snapshot, ARRAY(
SELECT known.kind FROM unnest($26::text[], $27::pg_snapshot[]) AS known (kind, seen)
WHERE EXISTS (
SELECT FROM shared_changes c
WHERE c.kind = known.kind AND c.xid >= pg_snapshot_xmin(known.seen)
AND c.xid < pg_snapshot_xmax(pg_current_snapshot()) AND NOT pg_visible_in_snapshot(c.xid, known.seen)
)
) AS changed) AS part) AS "shared";

-- the review
-- reads attempts by index, course_items by index, courses WHOLE
SELECT DISTINCT course_items.quiz_id AS "quizId"
FROM course_items JOIN courses ON courses.id = course_items.course_id
WHERE course_items.quiz_id IS NOT NULL AND courses.is_published AND courses.deleted_at IS NULL AND NOT EXISTS (
SELECT FROM passed_quizzes passed WHERE passed.user_id = $1 AND passed.quiz_id = course_items.quiz_id
)
ORDER BY 1;

-- the review; an answer of the review
-- reads base_text_versions by index, options by index, question_versions by index
select "id", "question_id" as "questionId", kind as "kind", format as "format", (SELECT json_build_object('id', t.base_text_id, 'versionId', t.id, 'title', t.title,
'format', t.format, 'text', t.body) FROM base_text_versions t
WHERE t.id = question_versions.base_text_version_id) as "baseText", "statement", "comment", (select coalesce(json_agg(json_build_object(
'id', options.id, 'optionText', options.option_text, 'comment', options.comment,
'isCorrect', options.is_correct) ORDER BY options.position), '[]') as "list" from "options" where "options"."question_version_id" = "question_versions"."id") as "options" from "question_versions" where "id" = ANY($1);

-- an answer of a mock exam
-- reads attempt_questions by index, attempts WHOLE, options by index
/* prepared */
UPDATE attempt_questions AS target
SET option_id = held.option_id, flagged = held.flagged, seq = held.seq, doubted = held.doubted,
left_blank = held.left_blank AND held.option_id IS NULL,
answered_at = CASE WHEN target.option_id IS DISTINCT FROM held.option_id
THEN held.now ELSE target.answered_at END
FROM (
SELECT given.* FROM unnest($1::int[], $2::uuid[], $3::timestamptz[], $4::timestamptz[], $5::int[], $6::int[],
$7::boolean[], $8::int[], $9::boolean[], $10::boolean[], $11::uuid[])
WITH ORDINALITY AS given (attempt_id, user_id, now, overdue_before, question_id, option_id,
flagged, seq, doubted, left_blank, device, at)
JOIN attempts ON attempts.id = given.attempt_id AND attempts.user_id = given.user_id
WHERE
attempts.closed_at IS NULL AND attempts.submitted_at IS NULL AND NOT attempts.is_direct
AND attempts.deadline_at >= given.overdue_before
AND (attempts.device IS NULL OR attempts.device = given.device)
AND (attempts.paused_until IS NULL OR attempts.paused_until <= given.now)
AND (attempts.notebook_until IS NULL OR attempts.notebook_until >= given.overdue_before)
FOR NO KEY UPDATE OF attempts SKIP LOCKED
) AS held
WHERE target.attempt_id = held.attempt_id AND target.question_id = held.question_id AND target.seq < held.seq
AND (held.option_id IS NULL OR EXISTS (
SELECT FROM options WHERE options.id = held.option_id AND options.question_version_id = target.question_version_id
))
RETURNING held.at::int AS at;

-- an answer of the review
-- reads questions by index
INSERT INTO key_openings (user_id, question_id, opened_at)
SELECT $1, id, $2 FROM (
SELECT unnest($3::int[]) AS id
UNION
SELECT copy.id FROM questions own JOIN questions copy ON copy.fingerprint = own.fingerprint AND copy.in_bank
WHERE own.id = ANY($4)
ORDER BY id
) AS shown
ON CONFLICT (user_id, question_id) DO UPDATE SET opened_at = greatest(key_openings.opened_at, excluded.opened_at);

-- an answer of the review
-- reads attempts by index, options by index, question_versions by index, questions WHOLE, quiz_version_questions by index, quiz_versions by index, quizzes by index
SELECT v.id AS "versionId"
FROM options o
JOIN question_versions v ON v.id = o.question_version_id AND v.question_id = $1
JOIN questions q ON q.id = v.question_id
WHERE o.id = $2 AND
q.in_bank AND q.status = 'active' AND q.current_version_id IS NOT NULL AND q.id <> ALL($3::int[])
AND NOT EXISTS (
SELECT FROM kept_questions kept
WHERE kept.question_id = q.id AND NOT EXISTS (
SELECT FROM closed_attempts a WHERE a.user_id = $4 AND a.quiz_id = kept.quiz_id
)
)
AND ($5::int[] IS NULL OR question_is_open(q.id, $6::int[]));

-- an answer of the review
-- reads practice_questions by index, practices by index, users by index
SELECT version.id AS "versionId", first.option_id AS "optionId", count(*) AS count
FROM unnest($1::int[]) AS version (id)
CROSS JOIN LATERAL (
SELECT DISTINCT ON (p.user_id) last.option_id
FROM (SELECT practice_id, option_id, answered_at FROM practice_questions
WHERE question_version_id = version.id AND option_id IS NOT NULL
ORDER BY answered_at DESC LIMIT $2) AS last
JOIN practices p ON p.id = last.practice_id
JOIN users ON users.id = p.user_id AND users.role = 'student'
ORDER BY p.user_id, last.answered_at
) AS first GROUP BY version.id, first.option_id;

-- an answer of the review
-- reads review_days by index
UPDATE review_days SET postponed_ids = ARRAY(
SELECT id FROM unnest(postponed_ids) WITH ORDINALITY AS kept(id, place)
WHERE id <> ALL($1::int[]) ORDER BY place)
WHERE user_id = $2 AND postponed_on = $3::date
AND postponed_ids && $4::int[];

-- an answer of the review
-- reads attempt_questions by index, attempts by index, practice_questions by index, practices by index, questions by index, quiz_version_questions by index, quiz_versions by index, quiz_windows WHOLE, quizzes by index, users by index
WITH open AS MATERIALIZED (
SELECT 1 + a.is_direct::int AS rank, a.quiz_id, NULL::int AS practice_id, v.title, held.question_id, true AS holds,
a.results_at IS NOT NULL AS until_result
FROM attempts a
JOIN quiz_versions v ON v.id = a.quiz_version_id
JOIN attempt_questions held ON held.attempt_id = a.id
WHERE a.user_id = $1 AND a.closed_at IS NULL
AND (a.deadline_at >= (SELECT $2::timestamptz)
OR a.results_at >= (SELECT $3::timestamptz))
UNION ALL
SELECT 3, w.quiz_id, NULL, v.title, held.question_id, w.opens_at <= (SELECT $4::timestamptz), true
FROM quiz_windows w
JOIN quizzes z ON z.id = w.quiz_id
JOIN quiz_versions v ON v.id IN (z.draft_version_id, z.published_version_id)
JOIN quiz_version_questions held ON held.quiz_version_id = v.id
WHERE w.ended_at IS NULL AND w.results_at >= (SELECT $5::timestamptz)
-- Authors know their keys.
AND EXISTS (SELECT FROM users WHERE users.id = $6 AND users.role = 'student')
UNION ALL
SELECT 4, NULL, p.id, p.title, held.question_id, false, false
FROM practices p JOIN practice_questions held ON held.practice_id = p.id
WHERE p.user_id = $7 AND p.finished_at IS NULL
AND p.deadline_at >= (SELECT $8::timestamptz)
)
SELECT question_id AS "questionId", quiz_id AS "quizId", practice_id AS "practiceId", title, holds AS "holdsResults",
until_result AS "untilResult" FROM (
SELECT rank, quiz_id, practice_id, title, question_id, holds, until_result FROM open
UNION
SELECT open.rank, open.quiz_id, open.practice_id, open.title, copy.id, open.holds, open.until_result
FROM open
JOIN questions own ON own.id = open.question_id
JOIN questions copy ON copy.fingerprint = own.fingerprint AND copy.in_bank
) AS held
-- The attempt on the screen last: it is the one to name.
ORDER BY rank DESC, quiz_id;

-- an answer of the review
-- reads no table
insert into "answer_log" ("user_id", "question_id", "source", "source_key", "option_id", "is_right", "study_day", "answered_at", "stands_for") values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict do nothing;

-- an answer of the review
-- reads attempts by index, quiz_windows by index
select "id", "quiz_id" as "quizId", "is_direct" as "isDirect", (attempts.deadline_at < $1 OR attempts.submitted_at < $2) as "isOverdue" from "attempts" where "user_id" = $3 and "closed_at" is null and (attempts.results_at IS NULL OR CASE WHEN attempts.results_at IS NOT NULL THEN coalesce(
(SELECT w.results_at FROM quiz_windows w WHERE w.quiz_id = attempts.quiz_id), attempts.results_at) END < $4) and ((attempts.deadline_at < $5 OR attempts.submitted_at < $6) or "is_direct" = $7);

-- an answer of the review
-- reads answer_log by index
select "option_id" as "optionId" from "answer_log" where "user_id" = $1 and "question_id" = $2 and "source" = $3 and "source_key" = $4;
