-- Proofs are counted per sender and since the last decision, so that a stranger who has learned a code cannot use up
-- the student's tries.

-- True: sent with the payment cookie of a registration, a login or an e-mail's link, or with the student's session.
-- Null: from before this was noted.
ALTER TABLE payment_proofs ADD COLUMN from_holder boolean;
-- Everybody else by a keyed hash of payment and address.
ALTER TABLE payment_proofs ADD COLUMN sender bytea CHECK (length(sender) = 32);
-- How many decisions stood when it came.
ALTER TABLE payment_proofs ADD COLUMN round integer NOT NULL DEFAULT 0;
