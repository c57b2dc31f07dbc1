-- What students report about a question: once for each version, to its author, who says what came of it.
CREATE TABLE question_reports (
  id                   integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  question_id          integer NOT NULL REFERENCES questions ON DELETE CASCADE,
  question_version_id  integer NOT NULL REFERENCES question_versions ON DELETE CASCADE,
  user_id              uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  reason               text NOT NULL CHECK (reason IN ('key', 'text', 'image', 'duplicate')),
  note                 text NOT NULL DEFAULT '',
  created_at           timestamptz NOT NULL,
  outcome              text CHECK (outcome IN ('fixed', 'dismissed')),
  reply                text NOT NULL DEFAULT '',
  decided_by           uuid REFERENCES users ON DELETE SET NULL,
  decided_at           timestamptz,
  UNIQUE (user_id, question_version_id),
  CHECK ((outcome IS NULL) = (decided_at IS NULL))
);
CREATE INDEX question_reports_open ON question_reports (question_id, created_at) WHERE outcome IS NULL;
CREATE INDEX question_reports_by_question ON question_reports (question_id);
CREATE INDEX question_reports_by_version ON question_reports (question_version_id);
CREATE INDEX question_reports_decided_by ON question_reports (decided_by) WHERE decided_by IS NOT NULL;

-- The last answer that a student gave to a question, for what may be said about it afterwards.
CREATE INDEX answer_log_of_student ON answer_log (user_id, question_id, id DESC);

ALTER TABLE notifications DROP CONSTRAINT notifications_kind_check;
ALTER TABLE notifications ADD CONSTRAINT notifications_kind_check
  CHECK (kind IN ('payment_decided', 'teacher_approved', 'new_content', 'result_corrected', 'exam_near', 'certificate',
                  'new_proof', 'new_teacher', 'access_ending', 'refund_asked', 'announcement', 'quiz_window',
                  'report_decided', 'doubt_answered'));
