-- What a provider of cards and slips tells beside a Pix: its own names for the ways to pay a charge, the pages to pay it
-- on, and what it kept for itself (cents; null: it does not say).
ALTER TABLE charges ADD COLUMN provider_ids text[] NOT NULL DEFAULT '{}';
ALTER TABLE charges ADD COLUMN card_url text;
ALTER TABLE charges ADD COLUMN slip_url text;
ALTER TABLE charges ADD COLUMN fee integer CHECK (fee >= 0);
CREATE INDEX charges_by_provider_id ON charges USING gin (provider_ids);

-- Money of the bank that no order asks for: counted at the administrators' home.
CREATE INDEX statement_entries_unmatched ON statement_entries (id) WHERE state = 'unmatched';
