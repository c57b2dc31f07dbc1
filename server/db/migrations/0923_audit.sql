-- The record of who did what is read by administrators, and only grows: even the product's own role can neither change
-- nor delete it. A removed person is taken out of it by the foreign key.
CREATE INDEX audit_events_by_action ON audit_events (action, id DESC);
CREATE INDEX audit_events_by_time ON audit_events (at);

CREATE FUNCTION keep_audit_events() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND NEW.actor_id IS NULL
     AND (NEW.id, NEW.at, NEW.action, NEW.subject, NEW.details)
         IS NOT DISTINCT FROM (OLD.id, OLD.at, OLD.action, OLD.subject, OLD.details) THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'audit_events is append-only' USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER audit_events_append_only BEFORE UPDATE OR DELETE ON audit_events
  FOR EACH ROW EXECUTE FUNCTION keep_audit_events();
