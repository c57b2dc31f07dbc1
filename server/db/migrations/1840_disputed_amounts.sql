-- What a payer, or the payer's bank, demands back, as the provider says. Null: an earlier version wrote the case, or it
-- is no dispute.
ALTER TABLE charge_cases ADD COLUMN disputed integer CHECK (disputed >= 0);
