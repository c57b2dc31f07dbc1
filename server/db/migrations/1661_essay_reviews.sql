-- A student asks once for a review of a returned essay; a person who did not read it decides.
CREATE TABLE essay_reviews (
  essay_id      integer PRIMARY KEY REFERENCES essays ON DELETE CASCADE,
  reason        text NOT NULL,
  asked_at      timestamptz NOT NULL,
  state         text NOT NULL DEFAULT 'asked' CHECK (state IN ('asked', 'kept', 'changed')),
  score_before  numeric(8, 2) NOT NULL,
  answer        text,
  decided_by    uuid REFERENCES users ON DELETE SET NULL,
  decided_at    timestamptz,
  -- The correction that a changed score replaced, with its result.
  replaced      jsonb,
  CHECK ((state = 'asked') = (decided_at IS NULL)),
  CHECK ((state = 'asked') = (answer IS NULL)),
  CHECK ((state = 'changed') = (replaced IS NOT NULL))
);
CREATE INDEX essay_reviews_open ON essay_reviews (asked_at, essay_id) WHERE state = 'asked';
CREATE INDEX essay_reviews_decided_by ON essay_reviews (decided_by) WHERE decided_by IS NOT NULL;
