-- Passkeys: the public halves of keys that live in people's devices. Nothing here opens anything.
CREATE TABLE passkeys (
  id             uuid PRIMARY KEY,
  user_id        uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  -- As the browser names it, base64url. One credential belongs to one account.
  credential_id  text NOT NULL UNIQUE,
  public_key     bytea NOT NULL,
  -- Of the authenticator, never falling; stays at zero where a key is kept on several devices.
  counter        bigint NOT NULL,
  transports     text[] NOT NULL,
  -- The host it was made for: under another one browsers do not offer it.
  host           text NOT NULL,
  name           text NOT NULL,
  created_at     timestamptz NOT NULL,
  last_used_at   timestamptz
);
CREATE INDEX passkeys_by_user ON passkeys (user_id, created_at);

-- What a browser is asked to sign. A row is taken away when it is used, so each serves once.
CREATE TABLE passkey_challenges (
  id          uuid PRIMARY KEY,
  challenge   bytea NOT NULL,
  -- Whose new key it is for; empty at the login, where nobody has said who they are.
  user_id     uuid REFERENCES users ON DELETE CASCADE,
  host        text NOT NULL,
  expires_at  timestamptz NOT NULL
);
CREATE INDEX passkey_challenges_by_user ON passkey_challenges (user_id) WHERE user_id IS NOT NULL;
CREATE INDEX passkey_challenges_by_expiry ON passkey_challenges (expires_at);

-- The password was taken away: its hash is that of nothing anybody knows, so that every version refuses it.
ALTER TABLE users ADD COLUMN password_removed_at timestamptz;

-- By the database itself, because a version that does not know the column sets passwords, too.
CREATE FUNCTION password_is_back() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.password_removed_at := NULL;
  RETURN NEW;
END $$;
CREATE TRIGGER users_password_is_back BEFORE UPDATE OF password_hash ON users
  FOR EACH ROW WHEN (NEW.password_removed_at IS NOT DISTINCT FROM OLD.password_removed_at)
  EXECUTE FUNCTION password_is_back();

-- A session that a passkey opened had both factors: the rule for administrators does not end it.
ALTER TABLE sessions ADD COLUMN by_passkey boolean NOT NULL DEFAULT false;
