-- Money that goes back through the provider that received it.

-- On its way: asked of the provider, and not yet known to have arrived. Carried out, the row says so as ever.
ALTER TABLE refunds ADD COLUMN sent_at timestamptz;
ALTER TABLE refunds ADD COLUMN sent_amount integer CHECK (sent_amount > 0);
ALTER TABLE refunds ADD COLUMN sent_note text;
ALTER TABLE refunds ADD COLUMN sent_by uuid REFERENCES users ON DELETE SET NULL;
CREATE INDEX refunds_sent_by ON refunds (sent_by) WHERE sent_by IS NOT NULL;

-- One row per payment that something is returned of. The name is ours and stays, so that asking twice is asking once.
CREATE TABLE charge_returns (
  id           integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  charge_id    integer NOT NULL REFERENCES charges ON DELETE CASCADE,
  payment_id   integer NOT NULL REFERENCES payments ON DELETE CASCADE,
  return_name  text NOT NULL UNIQUE CHECK (return_name ~ '^[a-zA-Z0-9]{1,35}$'),
  -- What was received, by the provider's name for it.
  received_id  text NOT NULL,
  amount       integer NOT NULL CHECK (amount > 0),
  -- asked: the provider may not have heard of it yet.
  state        text NOT NULL CHECK (state IN ('asked', 'processing', 'done', 'failed')),
  asked_at     timestamptz NOT NULL
);
CREATE INDEX charge_returns_of_payment ON charge_returns (payment_id);
CREATE INDEX charge_returns_of_charge ON charge_returns (charge_id);
