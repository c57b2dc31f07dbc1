-- What a lesson, a practice and a review brought to this school's students, with the number of events behind each.
-- Null: no night has counted them yet, and assumptions apply.
ALTER TABLE mastery_model ADD COLUMN learnt_gains jsonb;
