-- What the bank says was received, and which order each entry pays.

-- A file that was sent. The very same bytes again are the same statement.
CREATE TABLE statements (
  id           integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  sha256       bytea NOT NULL UNIQUE CHECK (length(sha256) = 32),
  file_name    text NOT NULL,
  format       text NOT NULL CHECK (format IN ('ofx', 'csv')),
  entry_count  integer NOT NULL CHECK (entry_count >= 0),
  first_day    date NOT NULL,
  last_day     date NOT NULL,
  uploaded_by  uuid REFERENCES users ON DELETE SET NULL,
  uploaded_at  timestamptz NOT NULL
);
CREATE INDEX statements_newest ON statements (uploaded_at DESC, id DESC);
CREATE INDEX statements_uploaded_by ON statements (uploaded_by) WHERE uploaded_by IS NOT NULL;

-- Money that came in, once, however many files tell of it.
CREATE TABLE statement_entries (
  id             integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- By the end-to-end id, else by account, day, amount, text and how often that came before on the day: the bank's
  -- own id of an entry is missing, repeated or new with every file at too many banks.
  fingerprint    bytea NOT NULL UNIQUE CHECK (length(fingerprint) = 32),
  account        text NOT NULL,
  fit_id         text,
  day            date NOT NULL,
  amount         integer NOT NULL CHECK (amount > 0),
  payer          text,
  text           text NOT NULL,
  end_to_end_id  text,
  -- sure: code, txid or end-to-end id, and the amount. settled: of an order that was approved by other means.
  state          text NOT NULL CHECK (state IN ('sure', 'doubtful', 'unmatched', 'confirmed', 'settled', 'ignored')),
  payment_id     integer REFERENCES payments ON DELETE SET NULL,
  reasons        text[] NOT NULL DEFAULT '{}',
  -- The order that somebody said it is not for.
  refused_id     integer REFERENCES payments ON DELETE SET NULL,
  decided_by     uuid REFERENCES users ON DELETE SET NULL,
  decided_at     timestamptz
);
-- One entry pays an order, and only one.
CREATE UNIQUE INDEX statement_entries_paying ON statement_entries (payment_id) WHERE state IN ('confirmed', 'settled');
CREATE INDEX statement_entries_of_payment ON statement_entries (payment_id) WHERE payment_id IS NOT NULL;
CREATE INDEX statement_entries_refused ON statement_entries (refused_id) WHERE refused_id IS NOT NULL;
CREATE INDEX statement_entries_by_amount ON statement_entries (amount, day);
CREATE INDEX statement_entries_by_fit_id ON statement_entries (fit_id) WHERE fit_id IS NOT NULL;
CREATE INDEX statement_entries_decided_by ON statement_entries (decided_by) WHERE decided_by IS NOT NULL;

CREATE TABLE statement_lines (
  statement_id  integer NOT NULL REFERENCES statements ON DELETE CASCADE,
  position      integer NOT NULL,
  entry_id      integer NOT NULL REFERENCES statement_entries,
  PRIMARY KEY (statement_id, position)
);
CREATE UNIQUE INDEX statement_lines_entry ON statement_lines (entry_id, statement_id);

-- Receipts that wait, to be held against what came in.
CREATE INDEX payments_proven ON payments (proof_uploaded_at, id)
  WHERE status = 'analyzing' AND proof_uploaded_at IS NOT NULL;

-- Which columns of a bank's CSV mean what, by its first line.
CREATE TABLE statement_layouts (
  header_key     bytea PRIMARY KEY CHECK (length(header_key) = 32),
  date_column    integer NOT NULL CHECK (date_column >= 0),
  amount_column  integer NOT NULL CHECK (amount_column >= 0),
  saved_at       timestamptz NOT NULL
);

-- The name that the bank gave goes with the student: what stays is that so much came in on that day.
CREATE FUNCTION forget_payer_of_entries() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE statement_entries SET payer = NULL, text = '', end_to_end_id = NULL WHERE payment_id = NEW.id;
  RETURN NULL;
END $$;
CREATE TRIGGER payments_forget_payer AFTER UPDATE OF pseudonym ON payments
  FOR EACH ROW WHEN (OLD.pseudonym IS NULL AND NEW.pseudonym IS NOT NULL) EXECUTE FUNCTION forget_payer_of_entries();
