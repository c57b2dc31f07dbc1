-- The PIX key that a student wants the money back to, and the one that the office paid to.
ALTER TABLE refunds ADD COLUMN pix_key text;
ALTER TABLE refund_entries ADD COLUMN pix_key text;
