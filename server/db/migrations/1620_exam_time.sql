-- Extra time, breaks and reading aids of a person in exams.
CREATE TABLE exam_time_rights (
  user_id        uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  -- Extra time is a share of the exam or a number of minutes, never both.
  extra_percent  integer NOT NULL CHECK (extra_percent BETWEEN 0 AND 100),
  extra_minutes  integer NOT NULL CHECK (extra_minutes BETWEEN 0 AND 240),
  breaks         integer NOT NULL CHECK (breaks BETWEEN 0 AND 10),
  break_minutes  integer NOT NULL CHECK (break_minutes BETWEEN 1 AND 60),
  large_print    boolean NOT NULL,
  helper         text NOT NULL CHECK (helper IN ('none', 'reader', 'scribe', 'reader_and_scribe')),
  reason         text NOT NULL,
  -- The last day on which an exam may begin with it.
  valid_until    date NOT NULL,
  revision       integer NOT NULL DEFAULT 1,
  -- Null: the right was taken away.
  granted_at     timestamptz,
  decided_by     uuid REFERENCES users ON DELETE SET NULL,
  updated_at     timestamptz NOT NULL,
  CHECK (extra_percent = 0 OR extra_minutes = 0)
);
CREATE INDEX exam_time_rights_decided_by ON exam_time_rights (decided_by) WHERE decided_by IS NOT NULL;

CREATE TABLE exam_time_requests (
  id           integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id      uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  body         text NOT NULL,
  file_key     text,
  file_type    text,
  asked_at     timestamptz NOT NULL,
  state        text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'granted', 'refused', 'withdrawn')),
  answer       text NOT NULL DEFAULT '',
  decided_at   timestamptz,
  decided_by   uuid REFERENCES users ON DELETE SET NULL,
  CHECK ((state = 'open') = (decided_at IS NULL)),
  CHECK ((file_key IS NULL) = (file_type IS NULL))
);
CREATE UNIQUE INDEX exam_time_requests_open_of_user ON exam_time_requests (user_id) WHERE state = 'open';
CREATE INDEX exam_time_requests_open ON exam_time_requests (id) WHERE state = 'open';
CREATE INDEX exam_time_requests_of_user ON exam_time_requests (user_id, id);
CREATE INDEX exam_time_requests_decided_by ON exam_time_requests (decided_by) WHERE decided_by IS NOT NULL;

CREATE TRIGGER exam_time_request_removed AFTER DELETE ON exam_time_requests
  FOR EACH ROW WHEN (OLD.file_key IS NOT NULL) EXECUTE FUNCTION release_attached_file('file_key');

-- Only for attempts with a right: how their times differ from those of everybody else.
CREATE TABLE attempt_times (
  attempt_id      integer PRIMARY KEY REFERENCES attempts ON DELETE CASCADE,
  -- The time that everybody else would have had from the same start.
  plain_seconds   integer NOT NULL,
  extra_percent   integer NOT NULL,
  extra_minutes   integer NOT NULL,
  breaks_left     integer NOT NULL CHECK (breaks_left >= 0),
  break_minutes   integer NOT NULL,
  -- The sum of the breaks, a running one with its full length.
  break_seconds   integer NOT NULL DEFAULT 0,
  paused_at       timestamptz,
  large_print     boolean NOT NULL
);

-- Until then the clock of the attempt stands still and it takes no answers.
ALTER TABLE attempts ADD COLUMN paused_until timestamptz;
-- Set while results_at waits for an attempt with extra time: when the results would be due without it.
ALTER TABLE quiz_windows ADD COLUMN plain_results_at timestamptz;
-- Only for essays with extra time: until then they may be delivered although the theme has closed.
ALTER TABLE essays ADD COLUMN late_until timestamptz;
