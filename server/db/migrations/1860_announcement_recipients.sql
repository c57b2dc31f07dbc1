-- Once an announcement is over, nothing needs to know to whom it went: the ids would outlive the people.
UPDATE announcements SET people = NULL, last_user_id = NULL WHERE state IN ('sent', 'cancelled');

-- A person who is deleted while an announcement waits is no longer one of those it was meant for.
CREATE FUNCTION forget_announced_person() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE announcements SET people = array_remove(people, OLD.id)
  WHERE state IN ('scheduled', 'sending') AND OLD.id = ANY(people);
  RETURN OLD;
END $$;
CREATE TRIGGER users_forget_announced BEFORE DELETE ON users
  FOR EACH ROW EXECUTE FUNCTION forget_announced_person();
