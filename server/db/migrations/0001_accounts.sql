-- Users, their sessions, and what the foundation needs around them.

CREATE TABLE users (
  id             uuid PRIMARY KEY,
  username       text NOT NULL,
  -- Trimmed, without case: what uniqueness and login go by. Computed in the service.
  username_key   text NOT NULL UNIQUE,
  email          text NOT NULL,
  email_key      text NOT NULL UNIQUE,
  first_name     text NOT NULL,
  last_name      text NOT NULL,
  -- Name, username and e-mail without case and accents, for the admin's search.
  search_key     text NOT NULL,
  password_hash  text NOT NULL,
  role           text NOT NULL CHECK (role IN ('student', 'teacher', 'admin')),
  status         text NOT NULL CHECK (status IN ('pending', 'active', 'blocked')),
  terms_version  text NOT NULL,
  terms_accepted_at timestamptz NOT NULL,
  created_at     timestamptz NOT NULL
);
-- The admin's lists: one per status, newest first; ids are UUID v7 and break ties.
CREATE INDEX users_by_status ON users (status, created_at DESC, id DESC);
CREATE INDEX users_by_age ON users (created_at DESC, id DESC);
CREATE INDEX users_active_admins ON users (id) WHERE role = 'admin' AND status = 'active';

CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE INDEX users_search ON users USING gin (search_key gin_trgm_ops);

CREATE TABLE preferences (
  user_id    uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  theme      text NOT NULL DEFAULT 'system' CHECK (theme IN ('system', 'light', 'dark')),
  shortcuts  boolean NOT NULL DEFAULT true
);

CREATE TABLE sessions (
  id            uuid PRIMARY KEY,
  -- SHA-256 of the cookie's token: a stolen backup opens no session.
  token_hash    bytea NOT NULL UNIQUE,
  user_id       uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  device        text NOT NULL,
  created_at    timestamptz NOT NULL,
  last_seen_at  timestamptz NOT NULL,
  expires_at    timestamptz NOT NULL
);
CREATE INDEX sessions_by_user ON sessions (user_id, last_seen_at DESC);
CREATE INDEX sessions_by_expiry ON sessions (expires_at);

-- Links sent by e-mail. The token is derived from the id and the server's secret, so nothing here opens anything.
CREATE TABLE email_links (
  id          uuid PRIMARY KEY,
  user_id     uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  kind        text NOT NULL CHECK (kind IN ('password_reset', 'email_change')),
  new_email   text,
  created_at  timestamptz NOT NULL,
  expires_at  timestamptz NOT NULL,
  used_at     timestamptz,
  CHECK ((kind = 'email_change') = (new_email IS NOT NULL))
);
CREATE INDEX email_links_by_user ON email_links (user_id);
CREATE INDEX email_links_by_expiry ON email_links (expires_at);

-- Counted events of the throttles (login failures, mails asked for …). Keys are hashes: no address is kept.
CREATE TABLE throttle_events (
  id      bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  bucket  text NOT NULL,
  key     bytea NOT NULL,
  at      timestamptz NOT NULL
);
CREATE INDEX throttle_events_window ON throttle_events (bucket, key, at);
CREATE INDEX throttle_events_age ON throttle_events (at);

-- What administrators did, and what happened to payments. Never changed, never deleted.
CREATE TABLE audit_events (
  id        bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at        timestamptz NOT NULL,
  -- Who did it; null: the product itself or a person who was since removed.
  actor_id  uuid REFERENCES users ON DELETE SET NULL,
  action    text NOT NULL,
  subject   text NOT NULL,
  details   jsonb NOT NULL DEFAULT '{}'
);
CREATE INDEX audit_events_by_subject ON audit_events (subject, id DESC);
CREATE INDEX audit_events_by_actor ON audit_events (actor_id) WHERE actor_id IS NOT NULL;
