-- What students ask about a question they have answered, or at the end of a lesson; one answer each.
CREATE TABLE doubts (
  id            integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id       uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  question_id   integer REFERENCES questions ON DELETE CASCADE,
  lesson_id     integer REFERENCES lessons ON DELETE CASCADE,
  body          text NOT NULL,
  state         text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'answered', 'closed')),
  -- Moves with every change of either side: nobody answers what was rewritten meanwhile.
  revision      integer NOT NULL DEFAULT 1,
  asked_on      date NOT NULL,
  created_at    timestamptz NOT NULL,
  edited_at     timestamptz,
  answer        text NOT NULL DEFAULT '',
  answered_by   uuid REFERENCES users ON DELETE SET NULL,
  answered_at   timestamptz,
  -- Shown to everybody who may see what it is about, under the name below.
  is_shared     boolean NOT NULL DEFAULT false,
  pseudonym     text NOT NULL,
  hidden_at     timestamptz,
  creation_key  uuid,
  CHECK (num_nonnulls(question_id, lesson_id) = 1),
  CHECK ((state = 'answered') <= (answered_at IS NOT NULL))
);
CREATE INDEX doubts_waiting ON doubts (created_at, id) WHERE state = 'open';
CREATE INDEX doubts_by_age ON doubts (created_at, id);
CREATE INDEX doubts_of_day ON doubts (user_id, asked_on);
CREATE UNIQUE INDEX doubts_by_key ON doubts (user_id, creation_key) WHERE creation_key IS NOT NULL;
CREATE INDEX doubts_of_question ON doubts (question_id, created_at) WHERE question_id IS NOT NULL;
CREATE INDEX doubts_of_lesson ON doubts (lesson_id, created_at) WHERE lesson_id IS NOT NULL;
CREATE INDEX doubts_answered_by ON doubts (answered_by) WHERE answered_by IS NOT NULL;

-- Students who say that what is shown to all should not be.
CREATE TABLE doubt_reports (
  doubt_id    integer NOT NULL REFERENCES doubts ON DELETE CASCADE,
  user_id     uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  created_at  timestamptz NOT NULL,
  -- Looked at, and left as it is or hidden.
  seen_at     timestamptz,
  PRIMARY KEY (doubt_id, user_id)
);
CREATE INDEX doubt_reports_of_student ON doubt_reports (user_id);
CREATE INDEX doubt_reports_open ON doubt_reports (doubt_id) WHERE seen_at IS NULL;
