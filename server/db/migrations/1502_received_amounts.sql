-- Money that came for an order, one row each time it came. The price of an order is another thing: reports, the limit of
-- refunds and the comparison with the bank use these rows.
CREATE TABLE received_amounts (
  id             integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  payment_id     integer NOT NULL REFERENCES payments ON DELETE CASCADE,
  -- Cents.
  amount         integer NOT NULL CHECK (amount > 0),
  received_on    date NOT NULL,
  -- provider and statement: the bank says so. proof: the office confirmed the amount of a proof, and no bank has told of
  -- it yet. desk: paid in cash or at the office's card machine.
  source         text NOT NULL CHECK (source IN ('provider', 'statement', 'proof', 'desk')),
  -- The bank's or the provider's own id of the payment.
  end_to_end_id  text,
  -- What the provider keeps; null: it does not say.
  fee            integer,
  charge_id      integer REFERENCES charges ON DELETE CASCADE,
  -- The statement line that tells of it.
  entry_id       integer REFERENCES statement_entries ON DELETE SET NULL,
  recorded_by    uuid REFERENCES users ON DELETE SET NULL,
  recorded_at    timestamptz NOT NULL
);
CREATE INDEX received_amounts_of_payment ON received_amounts (payment_id);
CREATE INDEX received_amounts_by_day ON received_amounts (received_on, payment_id, id);
CREATE UNIQUE INDEX received_amounts_of_charge ON received_amounts (charge_id, coalesce(end_to_end_id, ''))
  WHERE charge_id IS NOT NULL;
CREATE UNIQUE INDEX received_amounts_of_entry ON received_amounts (entry_id) WHERE entry_id IS NOT NULL;
-- A person confirms one amount for an order.
CREATE UNIQUE INDEX received_amounts_by_hand ON received_amounts (payment_id) WHERE source IN ('proof', 'desk');
CREATE INDEX received_amounts_recorded_by ON received_amounts (recorded_by) WHERE recorded_by IS NOT NULL;

-- What providers reported so far. Their days were not stored, so the day of the approval or of the charge is used.
INSERT INTO received_amounts
  (payment_id, amount, received_on, source, end_to_end_id, fee, charge_id, recorded_at)
SELECT c.payment_id, c.received, (coalesce(p.decided_at, c.created_at) AT TIME ZONE 'America/Sao_Paulo')::date,
  'provider', c.end_to_end_ids[1], c.fee, c.id, coalesce(p.decided_at, c.created_at)
FROM charges c JOIN payments p ON p.id = c.payment_id WHERE c.received > 0;

-- What statements told. A line of an order that a provider confirmed tells of the same money.
UPDATE received_amounts r SET entry_id = e.id
FROM statement_entries e
WHERE e.payment_id = r.payment_id AND e.state IN ('confirmed', 'settled') AND e.amount = r.amount
  AND r.id = (SELECT min(other.id) FROM received_amounts other
              WHERE other.payment_id = r.payment_id AND other.amount = r.amount);
INSERT INTO received_amounts
  (payment_id, amount, received_on, source, end_to_end_id, entry_id, recorded_by, recorded_at)
SELECT e.payment_id, e.amount, e.day, 'statement', e.end_to_end_id, e.id, e.decided_by,
  coalesce(e.decided_at, p.decided_at, p.created_at)
FROM statement_entries e JOIN payments p ON p.id = e.payment_id
WHERE e.state IN ('confirmed', 'settled') AND NOT EXISTS (SELECT FROM received_amounts r WHERE r.payment_id = p.id);

-- What the office approved by hand counted with its price until now.
INSERT INTO received_amounts (payment_id, amount, received_on, source, recorded_by, recorded_at)
SELECT p.id, p.amount, (coalesce(p.decided_at, p.created_at) AT TIME ZONE 'America/Sao_Paulo')::date,
  CASE WHEN p.method IN ('cash', 'transfer', 'card_machine') THEN 'desk' ELSE 'proof' END, p.decided_by,
  coalesce(p.decided_at, p.created_at)
FROM payments p
WHERE p.status IN ('approved', 'refund_requested', 'refunded') AND p.amount > 0
  AND NOT EXISTS (SELECT FROM received_amounts r WHERE r.payment_id = p.id);

-- Every refund has entries now, so that lists read one table.
INSERT INTO refund_entries (payment_id, amount, paid_on, through, end_to_end_id, note, recorded_by, recorded_at)
SELECT payment_id, amount, paid_on,
  CASE WHEN EXISTS (SELECT FROM charges WHERE charges.payment_id = refunds.payment_id AND charges.returned > 0)
    THEN 'provider' ELSE 'office' END,
  end_to_end_id, note, recorded_by, recorded_at
FROM refunds
WHERE recorded_at IS NOT NULL AND amount > 0 AND paid_on IS NOT NULL
  AND NOT EXISTS (SELECT FROM refund_entries WHERE refund_entries.payment_id = refunds.payment_id);

-- The second payment of an order has a statement line, too.
DROP INDEX statement_entries_paying;
