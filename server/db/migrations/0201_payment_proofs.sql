-- Proofs of payment, the history of decisions, and the queue of the administrators.

-- Grows with every transition: the key of what happens once per transition (its e-mail).
ALTER TABLE payments ADD COLUMN version integer NOT NULL DEFAULT 0;

-- The queue: in analysis before not yet paid (false before true), oldest first.
CREATE INDEX payments_queue ON payments ((status = 'pending'), coalesce(proof_uploaded_at, created_at), id)
  WHERE status IN ('analyzing', 'pending');

CREATE TABLE payment_proofs (
  id           integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  payment_id   integer NOT NULL REFERENCES payments,
  -- Kept when the file goes, so that the same receipt is recognised for ever.
  sha256       bytea NOT NULL CHECK (length(sha256) = 32),
  type         text NOT NULL CHECK (type IN ('image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif', 'image/heic', 'application/pdf')),
  size         integer NOT NULL CHECK (size BETWEEN 1 AND 5242880),
  -- Null once the student was removed.
  file_key     text,
  preview_key  text,
  uploaded_at  timestamptz NOT NULL,
  UNIQUE (payment_id, sha256)
);
CREATE INDEX payment_proofs_by_file ON payment_proofs (sha256);

-- Files on their way in or out. A key is written here before its file is stored and taken out in the transaction
-- that gives the file its row; what stays here belongs to nobody and is removed.
CREATE TABLE unclaimed_files (
  key  text PRIMARY KEY,
  at   timestamptz NOT NULL
);
CREATE INDEX unclaimed_files_by_age ON unclaimed_files (at);

CREATE TABLE payment_decisions (
  id          integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  payment_id  integer NOT NULL REFERENCES payments,
  decision    text NOT NULL CHECK (decision IN ('approved', 'rejected')),
  reason      text,
  decided_by  uuid REFERENCES users ON DELETE SET NULL,
  decided_at  timestamptz NOT NULL,
  CHECK (decision = 'approved' OR reason IS NOT NULL)
);
CREATE INDEX payment_decisions_by_time ON payment_decisions (decision, decided_at DESC, id DESC);
CREATE INDEX payment_decisions_by_payment ON payment_decisions (payment_id);
CREATE INDEX payment_decisions_decided_by ON payment_decisions (decided_by) WHERE decided_by IS NOT NULL;
-- One approval per payment, whatever the code above it does.
CREATE UNIQUE INDEX payment_decisions_one_approval ON payment_decisions (payment_id) WHERE decision = 'approved';

INSERT INTO payment_decisions (payment_id, decision, reason, decided_by, decided_at)
  SELECT id, status, rejection_reason, decided_by, decided_at FROM payments
  WHERE decided_at IS NOT NULL AND (status = 'approved' OR (status = 'rejected' AND rejection_reason IS NOT NULL));
