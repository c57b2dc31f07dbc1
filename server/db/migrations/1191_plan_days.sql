-- What the plan over a syllabus said for a day: so that it stays through the day, and says what it changed overnight.
CREATE TABLE plan_days (
  user_id          uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  day              date NOT NULL,
  exam_id          integer NOT NULL REFERENCES exams ON DELETE CASCADE,
  syllabus_version integer NOT NULL,
  weekly_hours     integer NOT NULL,
  -- 'lesson:12', 'practice:5', 'quiz:3', in the order of the plan: of the day, and of the day after.
  today            text[] NOT NULL,
  ahead            text[] NOT NULL,
  -- What was known of the topics of both, from 0 to 1.
  topic_ids        integer[] NOT NULL,
  chances          double precision[] NOT NULL,
  change           text NOT NULL
);
CREATE INDEX plan_days_of_exam ON plan_days (exam_id);
