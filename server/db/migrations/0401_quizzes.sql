-- Simulados: questions with versions, quizzes with versions, attempts and their answers.

-- A question is one thing, however many quizzes use it; what it says lives in its versions.
CREATE TABLE questions (
  id          integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  author_id   uuid REFERENCES users ON DELETE SET NULL,
  -- References subjects: the constraint follows in 0402.
  subject_id  integer,
  created_at  timestamptz NOT NULL
);
CREATE INDEX questions_by_author ON questions (author_id) WHERE author_id IS NOT NULL;
CREATE INDEX questions_by_subject ON questions (subject_id) WHERE subject_id IS NOT NULL;

-- Never changed: an edit makes a new one, so that an attempt keeps what the student saw.
CREATE TABLE question_versions (
  id           integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  question_id  integer NOT NULL REFERENCES questions ON DELETE CASCADE,
  number       integer NOT NULL CHECK (number > 0),
  -- How statement, comments and options are written.
  format       text NOT NULL DEFAULT 'plain' CHECK (format IN ('plain', 'html')),
  statement    text NOT NULL,
  comment      text NOT NULL,
  created_at   timestamptz NOT NULL,
  UNIQUE (question_id, number)
);

CREATE TABLE options (
  id                   integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  question_version_id  integer NOT NULL REFERENCES question_versions ON DELETE CASCADE,
  position             smallint NOT NULL CHECK (position BETWEEN 1 AND 6),
  option_text          text NOT NULL,
  comment              text NOT NULL,
  is_correct           boolean NOT NULL,
  UNIQUE (question_version_id, position)
);
-- At most one right option; that there is one is checked when a quiz is published.
CREATE UNIQUE INDEX options_one_right ON options (question_version_id) WHERE is_correct;

CREATE TABLE quizzes (
  id                    integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  author_id             uuid REFERENCES users ON DELETE SET NULL,
  -- What the author works on, and what students take. The same row right after publishing.
  draft_version_id      integer,
  published_version_id  integer,
  -- Counts the saves: a save over a newer one is refused.
  revision              integer NOT NULL DEFAULT 1,
  -- Named by the browser that creates it: a repeated request finds the quiz of the first.
  creation_key          uuid UNIQUE,
  -- The first time; later versions do not make it new again.
  published_at          timestamptz,
  created_at            timestamptz NOT NULL,
  updated_at            timestamptz NOT NULL
);
CREATE INDEX quizzes_published ON quizzes (published_at DESC, id DESC) WHERE published_version_id IS NOT NULL;
CREATE INDEX quizzes_by_author ON quizzes (author_id, updated_at DESC, id DESC);
CREATE INDEX quizzes_by_age ON quizzes (updated_at DESC, id DESC);

CREATE TABLE quiz_versions (
  id              integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  quiz_id         integer NOT NULL REFERENCES quizzes ON DELETE CASCADE,
  number          integer NOT NULL CHECK (number > 0),
  title           text NOT NULL,
  description     text NOT NULL,
  -- Minutes; null: no limit.
  time_limit      integer CHECK (time_limit BETWEEN 1 AND 1440),
  passing_score   integer NOT NULL CHECK (passing_score BETWEEN 0 AND 100),
  question_count  integer NOT NULL,
  created_at      timestamptz NOT NULL,
  -- Set once: from then on nothing of the version changes.
  published_at    timestamptz,
  UNIQUE (quiz_id, number),
  UNIQUE (id, quiz_id)
);
ALTER TABLE quizzes
  ADD CONSTRAINT quizzes_draft FOREIGN KEY (draft_version_id, id) REFERENCES quiz_versions (id, quiz_id),
  ADD CONSTRAINT quizzes_publication FOREIGN KEY (published_version_id, id) REFERENCES quiz_versions (id, quiz_id);

CREATE TABLE quiz_version_questions (
  quiz_version_id      integer NOT NULL REFERENCES quiz_versions ON DELETE CASCADE,
  position             smallint NOT NULL CHECK (position > 0),
  question_id          integer NOT NULL REFERENCES questions,
  question_version_id  integer NOT NULL REFERENCES question_versions,
  PRIMARY KEY (quiz_version_id, position),
  UNIQUE (quiz_version_id, question_id)
);
CREATE INDEX quiz_version_questions_by_question ON quiz_version_questions (question_id);
CREATE INDEX quiz_version_questions_by_version ON quiz_version_questions (question_version_id);

CREATE TABLE attempts (
  id               integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  quiz_id          integer NOT NULL,
  quiz_version_id  integer NOT NULL,
  -- Null once the student was removed: the attempt stays for the statistics, without them.
  user_id          uuid REFERENCES users ON DELETE SET NULL,
  kind             text NOT NULL DEFAULT 'prova' CHECK (kind IN ('prova', 'treino', 'erradas')),
  -- Made by the plain calls of the specification instead of the product's own screen.
  is_direct        boolean NOT NULL DEFAULT false,
  -- Taken by an author: outside all statistics.
  is_preview       boolean NOT NULL DEFAULT false,
  started_at       timestamptz NOT NULL,
  deadline_at      timestamptz NOT NULL,
  total_questions  integer NOT NULL CHECK (total_questions > 0),
  passing_score    integer NOT NULL,
  -- Seconds a direct attempt said it took.
  told_time        integer,
  -- Everything below is written together, when the attempt closes.
  closed_at        timestamptz,
  closed_by        text CHECK (closed_by IN ('student', 'deadline', 'direct')),
  correct_answers  integer,
  score            smallint,
  passed           boolean,
  time_spent       integer,
  FOREIGN KEY (quiz_version_id, quiz_id) REFERENCES quiz_versions (id, quiz_id),
  CHECK (num_nulls(closed_at, closed_by, correct_answers, score, passed, time_spent) IN (0, 6)),
  CHECK (deadline_at > started_at)
);
-- One open attempt per student and quiz, whatever races to start it.
CREATE UNIQUE INDEX attempts_one_open ON attempts (user_id, quiz_id) WHERE closed_at IS NULL AND NOT is_direct;
CREATE INDEX attempts_of_student ON attempts (user_id, quiz_id, id DESC);
CREATE INDEX attempts_open_of_student ON attempts (user_id) WHERE closed_at IS NULL;
CREATE INDEX attempts_of_version ON attempts (quiz_version_id, quiz_id);
CREATE INDEX attempts_overdue ON attempts (deadline_at) WHERE closed_at IS NULL;

-- The questions of an attempt, fixed when it starts, each with its answer. One row is one answer: saving it is a
-- single update that touches no index. No foreign keys to questions and options: their checks would lock the same
-- few rows for every student of a simulado. Published versions are never removed, which keeps the references true.
CREATE TABLE attempt_questions (
  attempt_id           integer NOT NULL REFERENCES attempts ON DELETE CASCADE,
  question_id          integer NOT NULL,
  question_version_id  integer NOT NULL,
  position             smallint NOT NULL,
  option_id            integer,
  flagged              boolean NOT NULL DEFAULT false,
  -- The sequence number of the last change: an older one that arrives later changes nothing.
  seq                  integer NOT NULL DEFAULT 0,
  answered_at          timestamptz,
  PRIMARY KEY (attempt_id, question_id)
) WITH (fillfactor = 70);
