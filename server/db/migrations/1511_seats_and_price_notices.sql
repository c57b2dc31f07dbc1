-- Whether the approval of this order takes a seat of its offer. Orders by hand and imports say so; all others do.
ALTER TABLE payments ADD COLUMN takes_seat boolean NOT NULL DEFAULT true;

ALTER TABLE notifications DROP CONSTRAINT notifications_kind_check;
ALTER TABLE notifications ADD CONSTRAINT notifications_kind_check
  CHECK (kind IN ('payment_decided', 'teacher_approved', 'new_content', 'result_corrected', 'exam_near', 'certificate',
                  'new_proof', 'new_teacher', 'access_ending', 'refund_asked', 'announcement', 'quiz_window',
                  'report_decided', 'doubt_answered', 'lesson_held_back', 'review_waiting', 'price_changed'));
