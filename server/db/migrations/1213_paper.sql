-- Answers that a teacher typed from paper: who typed them, and the form that was sent, so that twice is once.
ALTER TABLE attempts ADD COLUMN typed_by uuid REFERENCES users (id) ON DELETE SET NULL, ADD COLUMN typed_key uuid;
CREATE UNIQUE INDEX attempts_typed_key ON attempts (typed_key) WHERE typed_key IS NOT NULL;
CREATE INDEX attempts_typed_by ON attempts (typed_by) WHERE typed_by IS NOT NULL;
