-- The exams people study for, and whose exam is which.

CREATE TABLE exams (
  id            integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name          text NOT NULL,
  organisation  text NOT NULL,
  -- A day in America/Sao_Paulo.
  exam_date     date NOT NULL,
  link          text,
  -- Counts the saves: a save over a newer one is refused.
  version       integer NOT NULL DEFAULT 1,
  -- Named by the browser that creates it: a repeated request finds the exam of the first.
  creation_key  uuid UNIQUE,
  created_at    timestamptz NOT NULL,
  updated_at    timestamptz NOT NULL
);
CREATE INDEX exams_by_date ON exams (exam_date, id);

-- One exam at a time is a student's own.
CREATE TABLE followed_exams (
  user_id      uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  exam_id      integer NOT NULL REFERENCES exams ON DELETE CASCADE,
  followed_at  timestamptz NOT NULL
);
CREATE INDEX followed_exams_by_exam ON followed_exams (exam_id);
