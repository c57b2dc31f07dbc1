-- What the office confirmed from a proof before a statement line told of the same money: taking the statement back
-- brings it back. Who confirmed it and when stays in recorded_by and recorded_at.
ALTER TABLE received_amounts
  ADD COLUMN claimed_amount integer CHECK (claimed_amount > 0),
  ADD COLUMN claimed_on     date;

-- A statement line was taken from the order: from then on no amount is assumed for it.
ALTER TABLE payments ADD COLUMN line_removed_at timestamptz;
