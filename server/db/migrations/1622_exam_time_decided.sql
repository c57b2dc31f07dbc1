-- The most breaks that the attempt was ever given: lowering a right and raising it again gives no break twice. Null in
-- rows that the version before wrote.
ALTER TABLE attempt_times ADD COLUMN breaks_given integer;

ALTER TABLE notifications DROP CONSTRAINT notifications_kind_check;
ALTER TABLE notifications ADD CONSTRAINT notifications_kind_check
  CHECK (kind IN ('payment_decided', 'teacher_approved', 'new_content', 'result_corrected', 'exam_near', 'certificate',
                  'new_proof', 'new_teacher', 'access_ending', 'refund_asked', 'announcement', 'quiz_window',
                  'report_decided', 'doubt_answered', 'lesson_held_back', 'review_waiting', 'price_changed',
                  'essay_returned', 'comment_replied', 'exam_time_decided'));
