-- From where an account was entered before: there its owner is not kept out by strangers' wrong guesses.
CREATE TABLE known_logins (
  user_id        uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  kind           text NOT NULL CHECK (kind IN ('device', 'address')),
  -- A keyed hash: neither an address nor a cookie can be read from it.
  key            bytea NOT NULL,
  last_login_at  timestamptz NOT NULL,
  PRIMARY KEY (user_id, kind, key)
);
CREATE INDEX known_logins_by_age ON known_logins (last_login_at);
