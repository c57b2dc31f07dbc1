-- Every graded answer of a student, in the order it came in. Rows are added and never changed but for `taken_in`; the
-- memory states below follow from them. A guess that was owned up to is a row of its own beside its answer.
CREATE TABLE answer_log (
  id           bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id      uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  question_id  integer NOT NULL REFERENCES questions ON DELETE CASCADE,
  source       text NOT NULL CHECK (source IN ('practice', 'attempt', 'review', 'guess')),
  -- The practice, the attempt, or the browser's own key of a review answer: the same answer is the same row.
  source_key   text NOT NULL,
  option_id    integer NOT NULL,
  is_right     boolean NOT NULL,
  study_day    date NOT NULL,
  answered_at  timestamptz NOT NULL,
  taken_in     boolean NOT NULL DEFAULT false,
  UNIQUE (user_id, question_id, source, source_key)
);
CREATE INDEX answer_log_waiting ON answer_log (user_id, id) WHERE NOT taken_in;
CREATE INDEX answer_log_reviews ON answer_log (user_id, study_day) WHERE source = 'review';
CREATE INDEX answer_log_by_question ON answer_log (question_id);

-- What the log says about one student and one question: FSRS-6, and whether the question stands in the error notebook.
CREATE TABLE memory_states (
  user_id          uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  question_id      integer NOT NULL REFERENCES questions ON DELETE CASCADE,
  stability        double precision NOT NULL,
  difficulty       double precision NOT NULL,
  -- The last day that moved the memory; a repeat on the same day does not.
  last_day         date NOT NULL,
  last_right       boolean NOT NULL,
  answers          integer NOT NULL,
  wrongs           integer NOT NULL,
  last_wrong_day   date,
  wrong_option_id  integer,
  -- Different days with a right answer since the last wrong one.
  right_days       integer NOT NULL,
  PRIMARY KEY (user_id, question_id)
);
CREATE INDEX memory_states_mistakes ON memory_states (user_id, question_id) WHERE wrongs > 0;
CREATE INDEX memory_states_by_question ON memory_states (question_id);

-- What the student says about a mistake. It stays when the question leaves the notebook.
CREATE TABLE mistake_notes (
  user_id      uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  question_id  integer NOT NULL REFERENCES questions ON DELETE CASCADE,
  reason       text CHECK (reason IN ('content', 'reading', 'attention', 'guess')),
  note         text NOT NULL DEFAULT '',
  updated_at   timestamptz NOT NULL,
  PRIMARY KEY (user_id, question_id)
);
CREATE INDEX mistake_notes_by_question ON mistake_notes (question_id);

-- How far the answers from before these tables were taken in. One row; nothing to do once both have reached their end.
CREATE TABLE answer_intake (
  only_row           boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  attempts_through   integer NOT NULL DEFAULT 0,
  attempts_until     integer NOT NULL,
  practices_through  integer NOT NULL DEFAULT 0,
  practices_until    integer NOT NULL
);
INSERT INTO answer_intake (attempts_until, practices_until)
  SELECT coalesce((SELECT max(id) FROM attempts), 0), coalesce((SELECT max(id) FROM practices), 0);

-- Questions that a quiz keeps for itself until it was taken: published, or still being prepared, and no training.
CREATE VIEW kept_questions AS
  SELECT held.question_id, z.id AS quiz_id
  FROM quiz_version_questions held
  JOIN quiz_versions v ON v.id = held.quiz_version_id
  JOIN quizzes z ON z.id = v.quiz_id AND v.id IN (z.draft_version_id, z.published_version_id)
  -- A quiz that was taken away keeps nothing back.
  WHERE (z.published_version_id IS NOT NULL OR z.published_at IS NULL)
    AND NOT (v.is_training AND z.published_version_id IS NOT NULL);
