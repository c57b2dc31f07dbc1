-- Why a session was ended by something else than a logout on its own device, for whoever still holds its cookie. By
-- the token's hash alone: nothing here leads to a person, and it goes when the cookie would have gone.
CREATE TABLE ended_sessions (
  token_hash  bytea PRIMARY KEY,
  because     text NOT NULL,
  ended_at    timestamptz NOT NULL
);
CREATE INDEX ended_sessions_by_age ON ended_sessions (ended_at);
