-- One payment per student, opened with the registration.

CREATE TABLE payments (
  id                 integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  payment_code       text NOT NULL UNIQUE CHECK (payment_code ~ '^[0-9A-HJKMNP-TV-Z]{16}$'),
  -- The price it was made with, in cents; a later price change leaves it alone.
  amount             integer NOT NULL CHECK (amount > 0),
  status             text NOT NULL CHECK (status IN ('pending', 'analyzing', 'approved', 'rejected', 'cancelled')),
  -- Null once the student was removed: the payment stays, without personal fields.
  user_id            uuid UNIQUE REFERENCES users ON DELETE SET NULL,
  proof_uploaded_at  timestamptz,
  decided_by         uuid REFERENCES users ON DELETE SET NULL,
  decided_at         timestamptz,
  rejection_reason   text,
  created_at         timestamptz NOT NULL,
  updated_at         timestamptz NOT NULL
);
CREATE INDEX payments_decided_by ON payments (decided_by) WHERE decided_by IS NOT NULL;
