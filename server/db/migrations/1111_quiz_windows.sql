-- When a quiz is open to students, and until when its results stay shut.
CREATE TABLE quiz_windows (
  quiz_id int PRIMARY KEY REFERENCES quizzes (id) ON DELETE CASCADE,
  opens_at timestamptz NOT NULL,
  closes_at timestamptz NOT NULL,
  -- Whether who begins late has less time, or the whole limit.
  late_start text NOT NULL CHECK (late_start IN ('shortens', 'full')),
  -- The last moment at which somebody may still be answering.
  results_at timestamptz NOT NULL,
  version int NOT NULL DEFAULT 1,
  reminded_at timestamptz,
  -- Everything is graded and told; from here on the quiz is like any other.
  ended_at timestamptz,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  CHECK (opens_at < closes_at AND closes_at <= results_at)
);
CREATE INDEX quiz_windows_going ON quiz_windows (opens_at) WHERE ended_at IS NULL;

CREATE TABLE quiz_presences (
  quiz_id int NOT NULL REFERENCES quiz_windows (quiz_id) ON DELETE CASCADE,
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  confirmed_at timestamptz NOT NULL,
  PRIMARY KEY (quiz_id, user_id)
);
CREATE INDEX quiz_presences_of_student ON quiz_presences (user_id);

-- An attempt inside a window is handed in, and stays open (in no list, in no sum) until the window's results.
ALTER TABLE attempts ADD COLUMN results_at timestamptz, ADD COLUMN submitted_at timestamptz;

ALTER TABLE notifications DROP CONSTRAINT notifications_kind_check;
ALTER TABLE notifications ADD CONSTRAINT notifications_kind_check
  CHECK (kind IN ('payment_decided', 'teacher_approved', 'new_content', 'result_corrected', 'exam_near', 'certificate',
                  'new_proof', 'new_teacher', 'access_ending', 'refund_asked', 'announcement', 'quiz_window'));
