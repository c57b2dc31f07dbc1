-- Accounts that are also opened by a Google account, known by what Google calls its subject: an address can change hands.
CREATE TABLE google_accounts (
  user_id       uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  issuer        text NOT NULL,
  subject       text NOT NULL,
  -- As Google told it when they were linked, for people to recognise it by.
  email         text,
  linked_at     timestamptz NOT NULL,
  last_used_at  timestamptz,
  UNIQUE (issuer, subject)
);

-- A browser on its way to Google and back. Bound to it by a cookie, of which only the hash is here.
CREATE TABLE google_flows (
  token_hash      bytea PRIMARY KEY,
  -- link: a signed-in person adds the way in.
  purpose         text NOT NULL CHECK (purpose IN ('login', 'link')),
  user_id         uuid REFERENCES users ON DELETE CASCADE,
  state           bytea NOT NULL,
  nonce           bytea NOT NULL,
  verifier        bytea NOT NULL,
  expires_at      timestamptz NOT NULL,
  -- Google has sent the browser back: never a second time.
  returned_at     timestamptz,
  -- What Google said, once it was checked.
  subject         text,
  email           text,
  -- Google vouches for the address, and is who hands it out.
  email_is_sure   boolean,
  CHECK ((purpose = 'link') = (user_id IS NOT NULL))
);
CREATE INDEX google_flows_by_user ON google_flows (user_id) WHERE user_id IS NOT NULL;
CREATE INDEX google_flows_by_expiry ON google_flows (expires_at);
