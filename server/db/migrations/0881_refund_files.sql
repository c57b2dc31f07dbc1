-- The bank's paper of a refund, where the office keeps it beside, or instead of, the bank's own id.
ALTER TABLE refunds ADD COLUMN file_key text;
ALTER TABLE refunds ADD COLUMN file_type text;
ALTER TABLE refunds ADD COLUMN file_sha256 bytea;
CREATE INDEX refunds_with_file ON refunds (recorded_at) WHERE file_key IS NOT NULL;
