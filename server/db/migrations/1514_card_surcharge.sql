-- Cents of a received amount that a card costs beyond the price: instalments cost more than PIX, and that is no excess.
ALTER TABLE received_amounts ADD COLUMN surcharge integer NOT NULL DEFAULT 0;
