-- Only for essays that are written against the clock with a right: the breaks that stop it.
CREATE TABLE essay_times (
  essay_id        integer PRIMARY KEY REFERENCES essays ON DELETE CASCADE,
  breaks_left     integer NOT NULL CHECK (breaks_left >= 0),
  -- The most breaks that the essay was ever given: lowering a right and raising it again gives no break twice.
  breaks_given    integer NOT NULL,
  break_minutes   integer NOT NULL,
  -- The sum of the breaks, a running one with its full length.
  break_seconds   integer NOT NULL DEFAULT 0,
  paused_at       timestamptz
);

-- Until then the clock of the essay stands still and its text does not change.
ALTER TABLE essays ADD COLUMN paused_until timestamptz;
