-- What students know (170), as it follows from the answer log and the difficulties of the last night.

-- The difficulties stand from one estimate to the next: `epoch` counts them.
CREATE TABLE mastery_model (
  only_row      boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  epoch         integer NOT NULL DEFAULT 0,
  -- Where a question stands that nobody has answered, and the chance of guessing it right.
  new_question  double precision NOT NULL DEFAULT 0,
  guess         double precision NOT NULL DEFAULT 0.2,
  estimated_at  timestamptz
);
INSERT INTO mastery_model DEFAULT VALUES;

CREATE TABLE question_difficulties (
  question_version_id  integer PRIMARY KEY REFERENCES question_versions ON DELETE CASCADE,
  value                double precision NOT NULL,
  answers              integer NOT NULL
);

-- How hard the questions of a topic are together: what an exam may ask of it.
CREATE TABLE topic_difficulties (
  topic_id   integer PRIMARY KEY REFERENCES topics ON DELETE CASCADE,
  value      double precision NOT NULL,
  -- The variance between its questions.
  spread     double precision NOT NULL,
  guess      double precision NOT NULL,
  questions  integer NOT NULL
);

CREATE TABLE student_mastery (
  user_id     uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  -- The estimate that it was reckoned with; -1 where something before it has changed.
  epoch       integer NOT NULL,
  -- The last row of the log that is in it.
  through     bigint NOT NULL,
  -- Answers to questions of an open attempt were left out.
  is_partial  boolean NOT NULL,
  ability     double precision NOT NULL,
  answers     integer NOT NULL
);
CREATE INDEX student_mastery_behind ON student_mastery (epoch, user_id);

CREATE TABLE topic_mastery (
  user_id    uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  topic_id   integer NOT NULL REFERENCES topics ON DELETE CASCADE,
  value      double precision NOT NULL,
  answers    integer NOT NULL,
  rights     integer NOT NULL,
  last_day   date NOT NULL,
  PRIMARY KEY (user_id, topic_id)
);
CREATE INDEX topic_mastery_by_topic ON topic_mastery (topic_id);
