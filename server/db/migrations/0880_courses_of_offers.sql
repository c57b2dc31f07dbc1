-- Which courses an offer opens, and which a grant has opened. Null: all of them, which every offer and grant so far does.
-- Plain lists without a foreign key: a course that goes away must not turn "only this one" into "all".
ALTER TABLE offers ADD COLUMN course_ids integer[] CHECK (cardinality(course_ids) > 0);
-- Kept as it was bought, whatever becomes of the offer.
ALTER TABLE access_grants ADD COLUMN course_ids integer[] CHECK (cardinality(course_ids) > 0);

CREATE OR REPLACE VIEW access_periods AS
  SELECT period.id, period.user_id, period.payment_id, period.offer_id, period.rule, period.rule_count,
    period.rule_until, period.begins_at, period.ended_at, period.begins_on, period.exam_id, period.exam_date,
    CASE period.rule
      WHEN 'endless' THEN 'infinity'::date
      WHEN 'until' THEN coalesce(period.rule_until, period.begins_on)
      WHEN 'days' THEN period.begins_on + coalesce(period.rule_count, 0)
      ELSE coalesce(
        (period.exam_date + make_interval(months => coalesce(period.rule_count, 0)))::date,
        (period.begins_on + interval '12 months')::date)
    END AS ends_on,
    period.course_ids
  FROM (
    SELECT g.id, g.user_id, g.payment_id, g.offer_id, g.rule, g.rule_count, g.rule_until, g.begins_at, g.ended_at,
      g.course_ids, own.begins_on,
      CASE WHEN chosen.exam_date >= own.begins_on THEN chosen.id
           WHEN fallback.exam_date >= own.begins_on THEN fallback.id END AS exam_id,
      CASE WHEN chosen.exam_date >= own.begins_on THEN chosen.exam_date
           WHEN fallback.exam_date >= own.begins_on THEN fallback.exam_date END AS exam_date
    FROM access_grants g
    CROSS JOIN LATERAL (SELECT (g.begins_at AT TIME ZONE 'America/Sao_Paulo')::date AS begins_on) own
    LEFT JOIN exams chosen ON chosen.id = g.exam_id
    LEFT JOIN offers ON offers.id = g.offer_id
    LEFT JOIN exams fallback ON fallback.id = offers.default_exam_id
  ) period;

CREATE OR REPLACE FUNCTION grant_to_active_student() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO access_grants (user_id, offer_id, rule, rule_count, rule_until, course_ids, begins_at)
    SELECT users.id, offers.id, offers.rule, offers.rule_count, offers.rule_until, offers.course_ids,
           CASE TG_OP WHEN 'INSERT' THEN users.created_at ELSE now() END
    FROM users CROSS JOIN offers
    WHERE users.id = NEW.id AND users.role = 'student' AND users.status = 'active' AND offers.is_default
      AND NOT EXISTS (SELECT FROM access_grants WHERE access_grants.user_id = users.id);
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION grant_of_approved_order() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO access_grants (user_id, payment_id, offer_id, rule, rule_count, rule_until, course_ids, begins_at)
    SELECT payments.student_id, payments.id, offers.id, offers.rule, offers.rule_count, offers.rule_until,
           offers.course_ids, coalesce(payments.decided_at, now())
    FROM payments JOIN offers ON offers.id = payments.offer_id
    WHERE payments.id = NEW.id AND payments.status = 'approved' AND payments.student_id IS NOT NULL
      AND NOT EXISTS (SELECT FROM access_grants WHERE payment_id = payments.id AND ended_at IS NULL);
  RETURN NULL;
END $$;

-- The one place that says what a list of bought courses opens (null: everything). A lesson or quiz that stands in no
-- published course is common to all who may study; one that stands in any bought course is open.
CREATE FUNCTION lesson_is_open(lesson integer, bought integer[]) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT bought IS NULL OR coalesce((
    SELECT bool_or(courses.id = ANY(bought)) FROM course_items JOIN courses ON courses.id = course_items.course_id
    WHERE course_items.lesson_id = lesson
      AND (courses.id = ANY(bought) OR (courses.is_published AND courses.deleted_at IS NULL))), true)
$$;
CREATE FUNCTION quiz_is_open(quiz integer, bought integer[]) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT bought IS NULL OR coalesce((
    SELECT bool_or(courses.id = ANY(bought)) FROM course_items JOIN courses ON courses.id = course_items.course_id
    WHERE course_items.quiz_id = quiz
      AND (courses.id = ANY(bought) OR (courses.is_published AND courses.deleted_at IS NULL))), true)
$$;
-- A question is what the quizzes are that it stands in.
CREATE FUNCTION question_is_open(question integer, bought integer[]) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT bought IS NULL OR coalesce((
    SELECT bool_or(quiz_is_open(quizzes.id, bought))
    FROM quiz_version_questions held JOIN quizzes ON quizzes.published_version_id = held.quiz_version_id
    WHERE held.question_id = question), true)
$$;

-- The courses that somebody may study on a day; null: all of them (or nothing is in force, which is asked first).
CREATE FUNCTION bought_courses(who uuid, today date) RETURNS integer[] LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN bool_or(course_ids IS NULL) THEN NULL ELSE (
    SELECT array_agg(DISTINCT course)
    FROM access_periods bought CROSS JOIN unnest(bought.course_ids) AS course
    WHERE bought.user_id = who AND bought.ended_at IS NULL AND bought.ends_on >= today) END
  FROM access_periods WHERE user_id = who AND ended_at IS NULL AND ends_on >= today
$$;
