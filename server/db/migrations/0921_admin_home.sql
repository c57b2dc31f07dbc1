-- Visits of the landing page per calendar day (America/Sao_Paulo), counted by the server: no cookies, no addresses.
CREATE TABLE visit_days (
  day    date PRIMARY KEY,
  visits integer NOT NULL DEFAULT 0 CHECK (visits >= 0)
);

-- Who studied of late, among everybody.
CREATE INDEX study_days_by_day ON study_days (day, user_id) WHERE studied;
-- What was paid back in a month.
CREATE INDEX refunds_by_day ON refunds (paid_on) WHERE recorded_at IS NOT NULL;
