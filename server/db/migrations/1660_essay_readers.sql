-- Two readers per essay, blind to each other, and a third one on discrepancy.
-- How many finished readings the essay needs; 1: the reading is in essay_readings.
ALTER TABLE essays ADD COLUMN readers_needed smallint NOT NULL DEFAULT 1 CHECK (readers_needed BETWEEN 1 AND 3);

-- Release 0.9.0 exports to students what refers to their rows by one column, so readings refer by two.
ALTER TABLE essays ADD CONSTRAINT essays_of_student UNIQUE (id, student_id);

-- One row per essay and reader, so that no reader continues the draft of another.
CREATE TABLE essay_blind_readings (
  id            integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  essay_id      integer NOT NULL,
  student_id    uuid NOT NULL,
  written_by    uuid REFERENCES users ON DELETE SET NULL,
  leased_until  timestamptz,
  -- The draft; once finished, what counts.
  draft         jsonb NOT NULL,
  revision      integer NOT NULL DEFAULT 1,
  updated_at    timestamptz NOT NULL,
  finished_at   timestamptz,
  -- 1 for the reading that was finished first.
  position      smallint,
  result        jsonb,
  -- The score as a share of the total, for the agreement of readers.
  share         numeric(6, 5),
  UNIQUE (essay_id, written_by),
  FOREIGN KEY (essay_id, student_id) REFERENCES essays (id, student_id) ON DELETE CASCADE,
  CHECK ((finished_at IS NULL) = (result IS NULL)),
  CHECK ((finished_at IS NULL) = (position IS NULL)),
  CHECK ((finished_at IS NULL) = (share IS NULL))
);
CREATE INDEX essay_blind_readings_of_reader ON essay_blind_readings (written_by, essay_id) WHERE written_by IS NOT NULL;
CREATE INDEX essay_blind_readings_finished ON essay_blind_readings (finished_at) WHERE finished_at IS NOT NULL;
