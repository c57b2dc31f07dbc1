-- The example school: what belongs to it is marked when it is made, so that screens can say so and all of it can be
-- taken away. What hangs on its people (attempts, payments, certificates …) is known by them.
ALTER TABLE users ADD COLUMN is_sample boolean NOT NULL DEFAULT false;
ALTER TABLE subjects ADD COLUMN is_sample boolean NOT NULL DEFAULT false;
ALTER TABLE lessons ADD COLUMN is_sample boolean NOT NULL DEFAULT false;
ALTER TABLE questions ADD COLUMN is_sample boolean NOT NULL DEFAULT false;
ALTER TABLE quizzes ADD COLUMN is_sample boolean NOT NULL DEFAULT false;
ALTER TABLE courses ADD COLUMN is_sample boolean NOT NULL DEFAULT false;
ALTER TABLE exams ADD COLUMN is_sample boolean NOT NULL DEFAULT false;

CREATE INDEX users_sample ON users (id) WHERE is_sample;
CREATE INDEX subjects_sample ON subjects (id) WHERE is_sample;
CREATE INDEX lessons_sample ON lessons (id) WHERE is_sample;
CREATE INDEX questions_sample ON questions (id) WHERE is_sample;
CREATE INDEX quizzes_sample ON quizzes (id) WHERE is_sample;
CREATE INDEX courses_sample ON courses (id) WHERE is_sample;
CREATE INDEX exams_sample ON exams (id) WHERE is_sample;

-- One row at most: whether it was ever loaded. One that was removed does not come back by itself.
CREATE TABLE sample_school (
  id          smallint PRIMARY KEY DEFAULT 1 CHECK (id = 1),
  begun_at    timestamptz NOT NULL,
  -- Null: the load was interrupted.
  loaded_at   timestamptz,
  removed_at  timestamptz
);
