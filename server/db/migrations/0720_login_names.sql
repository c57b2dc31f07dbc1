-- Usernames and e-mails are one space, because the login takes either: nobody's username may be another's e-mail.

CREATE TABLE login_names (
  key         text PRIMARY KEY,
  user_id     uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  -- Set: the account has left this name and can still have it back until then.
  held_until  timestamptz
);
CREATE INDEX login_names_by_user ON login_names (user_id);
CREATE INDEX login_names_held ON login_names (held_until) WHERE held_until IS NOT NULL;

-- Among accounts that are older than the rule the username wins; they all keep both their names.
INSERT INTO login_names (key, user_id) SELECT username_key, id FROM users ON CONFLICT DO NOTHING;
INSERT INTO login_names (key, user_id) SELECT email_key, id FROM users ON CONFLICT DO NOTHING;

-- By the database itself: of two registrations at the same moment one waits here for the other. The constraint that
-- is named is the one that the same name in the same column would break, so every version explains it rightly.
CREATE FUNCTION claim_login_name(wanted text, owner uuid, broken text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO login_names AS mine (key, user_id) VALUES (wanted, owner)
    ON CONFLICT (key) DO UPDATE SET held_until = NULL WHERE mine.user_id = owner;
  -- The second question is for old accounts that share a name which only one of them could claim.
  IF NOT FOUND OR EXISTS (SELECT 1 FROM users WHERE username_key = wanted AND id <> owner)
               OR EXISTS (SELECT 1 FROM users WHERE email_key = wanted AND id <> owner) THEN
    RAISE unique_violation USING CONSTRAINT = broken, TABLE = 'users', MESSAGE = 'The name belongs to another account.';
  END IF;
END $$;

CREATE FUNCTION claim_login_names() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  new_username boolean := TG_OP = 'INSERT' OR NEW.username_key <> OLD.username_key;
  new_email boolean := TG_OP = 'INSERT' OR NEW.email_key <> OLD.email_key;
BEGIN
  IF TG_OP = 'UPDATE' AND (new_username OR new_email) THEN
    DELETE FROM login_names
      WHERE user_id = NEW.id AND key IN (OLD.username_key, OLD.email_key) AND key NOT IN (NEW.username_key, NEW.email_key);
  END IF;
  -- In the order of the names, so that two accounts that want each other's do not wait for each other.
  IF new_email AND NEW.email_key < NEW.username_key THEN
    PERFORM claim_login_name(NEW.email_key, NEW.id, 'users_email_key_key');
  END IF;
  IF new_username THEN
    PERFORM claim_login_name(NEW.username_key, NEW.id, 'users_username_key_key');
  END IF;
  IF new_email AND NEW.email_key >= NEW.username_key THEN
    PERFORM claim_login_name(NEW.email_key, NEW.id, 'users_email_key_key');
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER users_login_names AFTER INSERT OR UPDATE OF username_key, email_key ON users
  FOR EACH ROW EXECUTE FUNCTION claim_login_names();
