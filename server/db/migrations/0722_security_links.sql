-- 'Não fui eu': the links in letters about changes of an account. The token is derived from the id and the server's
-- secret, so nothing here opens anything.
CREATE TABLE security_links (
  id          uuid PRIMARY KEY,
  user_id     uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  event       text NOT NULL CHECK (event IN ('password_changed', 'email_changed', 'deletion_requested', 'deletion_withdrawn', 'new_device')),
  -- Where the letter goes: the account's address when it happened. A changed one can be given back.
  email       text NOT NULL,
  -- The browser, where the letter tells of one.
  device      text,
  created_at  timestamptz NOT NULL,
  expires_at  timestamptz NOT NULL,
  used_at     timestamptz
);
CREATE INDEX security_links_by_user ON security_links (user_id, created_at);
CREATE INDEX security_links_by_expiry ON security_links (expires_at);
