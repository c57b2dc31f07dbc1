-- A second factor at the login: codes of an authenticator app.
CREATE TABLE second_factors (
  user_id     uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  -- Sealed with a key derived from the server's secret (sealed-secret.ts): a stolen database makes no codes.
  secret      bytea NOT NULL,
  enabled_at  timestamptz NOT NULL,
  -- The newest time step of which a code was taken: none is taken twice, nor an older one after it.
  last_step   bigint NOT NULL
);

-- For whoever lost the phone. Each opens the account once, beside the password.
CREATE TABLE recovery_codes (
  user_id    uuid NOT NULL REFERENCES second_factors ON DELETE CASCADE,
  code_hash  bytea NOT NULL,
  used_at    timestamptz,
  PRIMARY KEY (user_id, code_hash)
);

-- Between the right password and the code, or between a new secret and the code that proves that it arrived.
CREATE TABLE second_factor_tickets (
  token_hash  bytea PRIMARY KEY,
  user_id     uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  -- login: a code opens the session. login_set_up: a confirmed app opens it. set_up: for somebody who is in.
  purpose     text NOT NULL CHECK (purpose IN ('login', 'login_set_up', 'set_up')),
  -- The new secret of a set-up, sealed.
  secret      bytea,
  -- The factor that the new one takes the place of, by the time it was turned on; null: there was none.
  replaces    timestamptz,
  failures    integer NOT NULL DEFAULT 0,
  expires_at  timestamptz NOT NULL,
  used_at     timestamptz
);
CREATE INDEX second_factor_tickets_by_user ON second_factor_tickets (user_id);
CREATE INDEX second_factor_tickets_by_expiry ON second_factor_tickets (expires_at);

-- When the session's owner last gave a password, a code or a key: what weighs most asks for one of the last minutes.
ALTER TABLE sessions ADD COLUMN proven_at timestamptz;
