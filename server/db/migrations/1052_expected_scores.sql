-- What the followed exam would have brought, a day at a time as it was looked at: how it moved.
CREATE TABLE expected_scores (
  user_id    uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  exam_id    integer NOT NULL REFERENCES exams ON DELETE CASCADE,
  day        date NOT NULL,
  score      double precision NOT NULL,
  low        double precision NOT NULL,
  high       double precision NOT NULL,
  of_points  double precision NOT NULL,
  PRIMARY KEY (user_id, exam_id, day)
);
CREATE INDEX expected_scores_by_exam ON expected_scores (exam_id);
CREATE INDEX expected_scores_by_day ON expected_scores (day);

-- What was expected of a simulado before its answers were known, and what came.
CREATE TABLE score_checks (
  attempt_id     integer PRIMARY KEY REFERENCES attempts ON DELETE CASCADE,
  user_id        uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  expected       double precision NOT NULL,
  low            double precision NOT NULL,
  high           double precision NOT NULL,
  right_answers  integer NOT NULL,
  total          integer NOT NULL,
  checked_at     timestamptz NOT NULL
);
CREATE INDEX score_checks_of_user ON score_checks (user_id, attempt_id DESC);
CREATE INDEX score_checks_newest ON score_checks (checked_at DESC);
