-- Only first answers are evidence of what a student knows (275). `answers` counts every graded answer, as before;
-- `questions` counts the different questions among them.
ALTER TABLE student_mastery ADD COLUMN questions integer NOT NULL DEFAULT 0;
ALTER TABLE topic_mastery ADD COLUMN questions integer NOT NULL DEFAULT 0;

-- A new epoch makes every student outdated: the next read replays them from the log.
UPDATE mastery_model SET epoch = epoch + 1;
