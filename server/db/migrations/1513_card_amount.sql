-- Cents that the provider's card page asks for, where it has one: instalments cost more than PIX.
ALTER TABLE charges ADD COLUMN card_amount integer;
