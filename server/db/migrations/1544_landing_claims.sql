-- Statements of the landing page that an administrator has confirmed as the school's, with the source they named. A
-- confirmation belongs to the exact text: an edited statement has to be confirmed again.
CREATE TABLE landing_claims (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  statement text NOT NULL UNIQUE CHECK (length(statement) BETWEEN 1 AND 1000),
  source text NOT NULL CHECK (length(source) <= 300),
  confirmed_at timestamptz NOT NULL,
  confirmed_by uuid REFERENCES users (id) ON DELETE SET NULL
);
CREATE INDEX landing_claims_confirmed_by ON landing_claims (confirmed_by);
