-- Reminders of an unpaid order, one row per order that got one or must get none.
CREATE TABLE order_reminders (
  payment_id     integer PRIMARY KEY REFERENCES payments ON DELETE CASCADE,
  -- 1: the reminder after hours was sent; 2: the one after days.
  step           smallint NOT NULL DEFAULT 0 CHECK (step BETWEEN 0 AND 2),
  sent           smallint NOT NULL DEFAULT 0,
  first_sent_at  timestamptz,
  last_sent_at   timestamptz,
  stopped_at     timestamptz,
  -- Null: the student did.
  stopped_by     uuid REFERENCES users ON DELETE SET NULL
);
CREATE INDEX order_reminders_sent ON order_reminders (first_sent_at) WHERE first_sent_at IS NOT NULL;
CREATE INDEX order_reminders_stopped_by ON order_reminders (stopped_by) WHERE stopped_by IS NOT NULL;

CREATE INDEX payments_pending ON payments (created_at, id) WHERE status = 'pending';
