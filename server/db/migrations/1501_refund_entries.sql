-- Money goes back in parts: one row each time it does. `refunds` keeps the request and, once everything has gone back,
-- the total. A refund of an earlier version has its row in `refunds` alone.
CREATE TABLE refund_entries (
  id             integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  payment_id     integer NOT NULL REFERENCES payments ON DELETE CASCADE,
  amount         integer NOT NULL CHECK (amount > 0),
  paid_on        date NOT NULL,
  -- provider: it is part of what the provider reports as returned. office: by the office's own transfer.
  through        text NOT NULL CHECK (through IN ('provider', 'office')),
  end_to_end_id  text,
  note           text,
  -- Null: at the provider's own desk, or by somebody who was removed.
  recorded_by    uuid REFERENCES users ON DELETE SET NULL,
  recorded_at    timestamptz NOT NULL,
  -- The same key again is the same refund.
  creation_key   uuid UNIQUE
);
CREATE INDEX refund_entries_of_payment ON refund_entries (payment_id);
CREATE INDEX refund_entries_by_day ON refund_entries (paid_on, id);
CREATE INDEX refund_entries_recorded_by ON refund_entries (recorded_by) WHERE recorded_by IS NOT NULL;
ALTER TABLE refunds ADD COLUMN sent_key uuid;
