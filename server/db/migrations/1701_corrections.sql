-- Corrections of essays that a student has bought, and what became of them.
-- How many an offer includes; null: corrections are not counted.
ALTER TABLE offers ADD COLUMN corrections integer CHECK (corrections BETWEEN 0 AND 1000);

-- Only students whose corrections are counted. A refund may leave less than nothing.
CREATE TABLE correction_balances (
  user_id     uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  balance     integer NOT NULL,
  updated_at  timestamptz NOT NULL
);

CREATE TABLE correction_entries (
  id            integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id       uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  kind          text NOT NULL CHECK (kind IN ('bought', 'taken_back', 'spent', 'returned', 'adjusted')),
  amount        integer NOT NULL,
  payment_id    integer REFERENCES payments ON DELETE SET NULL,
  -- What a correction was spent on, as its district names it.
  subject       text,
  reason        text,
  decided_by    uuid REFERENCES users ON DELETE SET NULL,
  -- Named by the browser that adjusts: the same adjustment again is the same.
  creation_key  uuid UNIQUE,
  at            timestamptz NOT NULL
);
CREATE INDEX correction_entries_of_user ON correction_entries (user_id, id);
CREATE INDEX correction_entries_payment ON correction_entries (payment_id) WHERE payment_id IS NOT NULL;
CREATE INDEX correction_entries_decided_by ON correction_entries (decided_by) WHERE decided_by IS NOT NULL;
-- A correction is spent on one thing once, and returned for it once.
CREATE UNIQUE INDEX correction_entries_of_subject ON correction_entries (subject, kind) WHERE subject IS NOT NULL;
