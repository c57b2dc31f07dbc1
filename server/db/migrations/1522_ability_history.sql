-- What the first answers say about a student's ability over time, the ability today with its variance, and the last row
-- of the log that they contain. The version before does not write them: where `history_through` is not `through`, the
-- student is replayed.
ALTER TABLE student_mastery ADD COLUMN history double precision[] NOT NULL DEFAULT '{}';
ALTER TABLE student_mastery ADD COLUMN history_through bigint NOT NULL DEFAULT -1;
ALTER TABLE student_mastery ADD COLUMN level double precision NOT NULL DEFAULT 0;
ALTER TABLE student_mastery ADD COLUMN level_variance double precision NOT NULL DEFAULT 1;

-- The typical stability of the memory of a topic's questions, in days. Null: nothing is known of it.
ALTER TABLE topic_mastery ADD COLUMN stability double precision;

-- How likely each gain is in this school. Null: no night has fitted it yet.
ALTER TABLE mastery_model ADD COLUMN gain_weights double precision[];

-- A new epoch makes every student outdated: the next read replays them from the log.
UPDATE mastery_model SET epoch = epoch + 1;
