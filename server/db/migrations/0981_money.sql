-- What a provider of cards and slips tells beside a Pix: its own name for the charge, the page to pay on, how it was
-- paid in the end, and what it kept for itself (cents; null: it does not say).
ALTER TABLE charges ADD COLUMN reference text;
ALTER TABLE charges ADD COLUMN pay_url text;
ALTER TABLE charges ADD COLUMN fee integer CHECK (fee >= 0);
CREATE INDEX charges_by_reference ON charges (provider, reference) WHERE reference IS NOT NULL;

-- Money of the bank that no order asks for: counted at the administrators' home.
CREATE INDEX statement_entries_unmatched ON statement_entries (id) WHERE state = 'unmatched';
