-- What the nights find out about a student's memory (225, 226). Without a row everything goes by the defaults.
CREATE TABLE student_memories (
  user_id      uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  -- FSRS-6 weights fitted to this student's own answers; null: the defaults predict better, or were never tried.
  weights      double precision[] CHECK (cardinality(weights) = 21),
  -- The day from which on they were used.
  fitted_on    date,
  -- So many answers there were when a fit was tried last, whatever came of it.
  fit_answers  integer NOT NULL DEFAULT 0,
  -- How this student forgets, by what makes the answers likelier.
  form         text NOT NULL DEFAULT 'fsrs6',
  -- What chooses the day's questions until the exam; null: nothing was chosen yet.
  policy       text,
  chosen_on    date,
  changed_on   date,
  -- Mean recall on the day of the exam that it promises, in percent, and what the choice cost.
  expected     double precision,
  cpu_ms       integer NOT NULL DEFAULT 0
);
CREATE INDEX student_memories_by_day ON student_memories (chosen_on);

-- The order of a day, as it was when the day's list was made. It stays for the day.
CREATE TABLE review_days (
  user_id       uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  day           date NOT NULL,
  -- What it was made for: another exam or other hours make another one.
  exam_day      date,
  questions     integer NOT NULL,
  -- More than the day takes: what may not be asked any more drops out.
  question_ids  integer[] NOT NULL,
  -- What is asked in the place of each: another question of its topic, or itself.
  asked_ids     integer[] NOT NULL,
  reasons       text[] NOT NULL,
  are_new       boolean[] NOT NULL,
  tomorrow      integer NOT NULL
);

-- Who has answered enough for a fit of their own.
CREATE INDEX student_mastery_by_answers ON student_mastery (answers, user_id) WHERE answers >= 600;

-- An answer that was given in the place of another question of the same topic moves the memory of both.
ALTER TABLE answer_log ADD COLUMN stands_for integer REFERENCES questions ON DELETE SET NULL;
CREATE INDEX answer_log_stand_ins ON answer_log (user_id, stands_for) WHERE stands_for IS NOT NULL;
CREATE INDEX answer_log_by_stood_for ON answer_log (stands_for) WHERE stands_for IS NOT NULL;
