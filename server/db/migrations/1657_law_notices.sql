ALTER TABLE notifications DROP CONSTRAINT notifications_kind_check;
ALTER TABLE notifications ADD CONSTRAINT notifications_kind_check
  CHECK (kind IN ('payment_decided', 'teacher_approved', 'new_content', 'result_corrected', 'exam_near', 'certificate',
                  'new_proof', 'new_teacher', 'access_ending', 'refund_asked', 'announcement', 'quiz_window',
                  'report_decided', 'doubt_answered', 'lesson_held_back', 'review_waiting', 'price_changed',
                  'essay_returned', 'comment_replied', 'exam_time_decided', 'law_changed'));
