-- Steps of the owner's first evening that somebody has put off. The state of a step itself is computed.
CREATE TABLE first_step_skips (
  step       text PRIMARY KEY CHECK (step IN ('brand', 'payment', 'mail', 'price', 'claims', 'people')),
  skipped_at timestamptz NOT NULL
);
