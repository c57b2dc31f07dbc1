-- What an exam asks: topics of the school's tree, each with how many questions are expected or its weight.
CREATE TABLE syllabi (
  exam_id          integer PRIMARY KEY REFERENCES exams ON DELETE CASCADE,
  version          integer NOT NULL DEFAULT 1,
  measure          text NOT NULL CHECK (measure IN ('questions', 'weight')),
  -- Of the whole exam; says what a weight means in questions.
  total_questions  integer,
  -- In points; null where the edital gives none.
  pass_mark        double precision,
  updated_at       timestamptz NOT NULL
);

CREATE TABLE syllabus_subjects (
  exam_id     integer NOT NULL REFERENCES syllabi ON DELETE CASCADE,
  subject_id  integer NOT NULL REFERENCES subjects ON DELETE CASCADE,
  place       integer NOT NULL,
  -- What one of its questions is worth.
  points      double precision NOT NULL DEFAULT 1,
  -- Right answers below which a candidate is out.
  minimum     double precision,
  PRIMARY KEY (exam_id, subject_id)
);
CREATE INDEX syllabus_subjects_by_subject ON syllabus_subjects (subject_id);

-- The tree above a topic is the school's own: a topic that moves there moves here.
CREATE TABLE syllabus_topics (
  exam_id   integer NOT NULL REFERENCES syllabi ON DELETE CASCADE,
  topic_id  integer NOT NULL REFERENCES topics,
  place     integer NOT NULL,
  amount    double precision NOT NULL CHECK (amount >= 0),
  PRIMARY KEY (exam_id, topic_id)
);
CREATE INDEX syllabus_topics_by_topic ON syllabus_topics (topic_id);
