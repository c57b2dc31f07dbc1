-- What a person accepted and when, access records that the law asks for, wishes to be forgotten, and upkeep.

CREATE TABLE consents (
  id           integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id      uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  document     text NOT NULL CHECK (document IN ('terms')),
  version      text NOT NULL,
  accepted_at  timestamptz NOT NULL,
  UNIQUE (user_id, document, version)
);
INSERT INTO consents (user_id, document, version, accepted_at)
  SELECT id, 'terms', terms_version, terms_accepted_at FROM users;

-- By the database itself, so that no way of making or changing a user can forget it.
CREATE FUNCTION remember_consent() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO consents (user_id, document, version, accepted_at)
    VALUES (NEW.id, 'terms', NEW.terms_version, NEW.terms_accepted_at)
    ON CONFLICT (user_id, document, version) DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER users_consent AFTER INSERT OR UPDATE OF terms_version ON users
  FOR EACH ROW EXECUTE FUNCTION remember_consent();

-- Who entered, when and from where: Marco Civil da Internet, art. 15, six months. Then the retention job removes it.
CREATE TABLE access_records (
  id       bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id  uuid REFERENCES users ON DELETE SET NULL,
  at       timestamptz NOT NULL,
  address  inet NOT NULL,
  device   text NOT NULL
);
CREATE INDEX access_records_by_user ON access_records (user_id, at DESC);
CREATE INDEX access_records_by_age ON access_records (at);

-- Accounts that wait for their deletion. Removing the row takes the wish back.
CREATE TABLE deletion_requests (
  user_id       uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  requested_at  timestamptz NOT NULL,
  due_at        timestamptz NOT NULL CHECK (due_at > requested_at)
);
CREATE INDEX deletion_requests_by_due ON deletion_requests (due_at);

-- The last run of each piece of upkeep and what it did, for the system page.
CREATE TABLE maintenance_runs (
  name    text PRIMARY KEY,
  ran_at  timestamptz NOT NULL,
  result  jsonb NOT NULL
);
