-- What the nightly layer goes by: right answers in all, repeats included, and two moving averages of how far answers
-- were above what was expected.
ALTER TABLE student_mastery ADD COLUMN rights integer NOT NULL DEFAULT 0;
ALTER TABLE student_mastery ADD COLUMN fast double precision NOT NULL DEFAULT 0;
ALTER TABLE student_mastery ADD COLUMN slow double precision NOT NULL DEFAULT 0;

-- Each night's fit with its check on students that it did not learn from. A loss is null where there were too few.
CREATE TABLE mastery_layers (
  version      integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  fitted_at    timestamptz NOT NULL,
  is_used      boolean NOT NULL,
  students     integer NOT NULL,
  answers      integer NOT NULL,
  predicted    integer NOT NULL,
  weights      double precision[] NOT NULL,
  loss         double precision,
  calibration  double precision,
  plain_loss   double precision,
  share_loss   double precision,
  mean_loss    double precision
);
-- Null: the layer does not predict better, and is not used.
ALTER TABLE mastery_model ADD COLUMN layer_weights double precision[];
ALTER TABLE mastery_model ADD COLUMN layer_version integer;

-- A new epoch makes every student outdated: the next read replays them from the log.
UPDATE mastery_model SET epoch = epoch + 1;
