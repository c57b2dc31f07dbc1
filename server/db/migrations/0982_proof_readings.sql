-- What a PDF of a receipt says, read out of it: a hint to whoever decides. It goes with the file.
CREATE TABLE proof_readings (
  proof_id        integer PRIMARY KEY REFERENCES payment_proofs ON DELETE CASCADE,
  -- False: there was no text in it, or nobody could read it.
  has_text        boolean NOT NULL,
  end_to_end_ids  text[] NOT NULL DEFAULT '{}',
  -- Cents.
  amounts         integer[] NOT NULL DEFAULT '{}',
  days            date[] NOT NULL DEFAULT '{}',
  payee           text,
  read_at         timestamptz NOT NULL
);
-- The same transfer on another proof.
CREATE INDEX proof_readings_by_id ON proof_readings USING gin (end_to_end_ids);
