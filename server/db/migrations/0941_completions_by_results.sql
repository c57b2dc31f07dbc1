-- What a completion stands on: the quizzes that had to be passed for it. Null: of before, or by the version before;
-- then those that the course has. An annulment that is undone takes away what stood on a pass that it made.
ALTER TABLE course_completions ADD COLUMN quiz_ids integer[];
-- A certificate that was revoked because the course is no longer finished stands again when it is.
ALTER TABLE certificates ADD COLUMN withdrawn boolean NOT NULL DEFAULT false;
