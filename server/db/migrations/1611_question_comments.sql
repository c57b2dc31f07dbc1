-- Comments of students below a question that they have answered.

CREATE TABLE question_comments (
  id            integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  question_id   integer NOT NULL REFERENCES questions ON DELETE CASCADE,
  user_id       uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  -- Null: a comment; else the comment that it replies to. Replies have no replies.
  parent_id     integer REFERENCES question_comments ON DELETE CASCADE,
  body          text NOT NULL,
  -- The name that others read: the same for all comments of a person below one question.
  alias         text NOT NULL,
  -- Written by a teacher, who is named.
  is_teacher    boolean NOT NULL DEFAULT false,
  -- Comments of teachers have it; a teacher may give it to a student's.
  is_sealed     boolean NOT NULL DEFAULT false,
  -- Equals the rows of question_comment_votes; changed with them.
  votes         integer NOT NULL DEFAULT 0,
  -- held: it has a word that is held back; reported: students hid it; hidden: a teacher did; deleted: its writer did.
  state         text NOT NULL CHECK (state IN ('shown', 'held', 'reported', 'hidden', 'deleted')),
  written_on    date NOT NULL,
  created_at    timestamptz NOT NULL,
  edited_at     timestamptz,
  decided_by    uuid REFERENCES users ON DELETE SET NULL,
  decided_at    timestamptz,
  creation_key  uuid NOT NULL,
  UNIQUE (user_id, creation_key)
);
CREATE INDEX question_comments_useful ON question_comments (question_id, is_sealed DESC, votes DESC, id DESC)
  WHERE parent_id IS NULL;
CREATE INDEX question_comments_newest ON question_comments (question_id, id DESC) WHERE parent_id IS NULL;
CREATE INDEX question_comments_replies ON question_comments (parent_id, id) WHERE parent_id IS NOT NULL;
CREATE INDEX question_comments_of_day ON question_comments (user_id, written_on);
CREATE INDEX question_comments_decided_by ON question_comments (decided_by) WHERE decided_by IS NOT NULL;

CREATE TABLE question_comment_votes (
  comment_id  integer NOT NULL REFERENCES question_comments ON DELETE CASCADE,
  user_id     uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  created_at  timestamptz NOT NULL,
  PRIMARY KEY (comment_id, user_id)
);
CREATE INDEX question_comment_votes_of_user ON question_comment_votes (user_id);

CREATE TABLE question_comment_reports (
  comment_id  integer NOT NULL REFERENCES question_comments ON DELETE CASCADE,
  user_id     uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  created_at  timestamptz NOT NULL,
  -- When a teacher decided about it.
  seen_at     timestamptz,
  PRIMARY KEY (comment_id, user_id)
);
CREATE INDEX question_comment_reports_of_user ON question_comment_reports (user_id);

-- What waits for a teacher, since when. A row exists while it does.
CREATE TABLE question_comment_queue (
  comment_id  integer PRIMARY KEY REFERENCES question_comments ON DELETE CASCADE,
  since       timestamptz NOT NULL
);
CREATE INDEX question_comment_queue_by_age ON question_comment_queue (since, comment_id);

ALTER TABLE notifications DROP CONSTRAINT notifications_kind_check;
ALTER TABLE notifications ADD CONSTRAINT notifications_kind_check
  CHECK (kind IN ('payment_decided', 'teacher_approved', 'new_content', 'result_corrected', 'exam_near', 'certificate',
                  'new_proof', 'new_teacher', 'access_ending', 'refund_asked', 'announcement', 'quiz_window',
                  'report_decided', 'doubt_answered', 'lesson_held_back', 'review_waiting', 'price_changed',
                  'essay_returned', 'comment_replied'));
