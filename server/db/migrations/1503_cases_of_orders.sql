-- A case is about an order, whether a provider, a statement or the office brought it to light.
ALTER TABLE charge_cases ADD COLUMN payment_id integer REFERENCES payments ON DELETE CASCADE;
UPDATE charge_cases SET payment_id = charges.payment_id FROM charges WHERE charges.id = charge_cases.charge_id;
CREATE INDEX charge_cases_of_payment ON charge_cases (payment_id) WHERE payment_id IS NOT NULL;
-- settled: the amounts agree again, closed without a person. accepted, returned, charged: what a person did about it.
-- Null: open, or closed by an earlier version.
ALTER TABLE charge_cases ADD COLUMN resolution text;
ALTER TABLE charge_cases ADD COLUMN note text;
