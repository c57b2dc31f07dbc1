-- What a provider is asked to charge, and what it told about it.
CREATE TABLE charges (
  id             integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  payment_id     integer NOT NULL REFERENCES payments ON DELETE CASCADE,
  provider       text NOT NULL,
  txid           text NOT NULL CHECK (txid ~ '^[a-zA-Z0-9]{1,64}$'),
  -- The order's amount when it was made; another amount needs another charge.
  amount         integer NOT NULL CHECK (amount > 0),
  -- To pay with; null until the provider has made it.
  pix_code       text,
  -- open: may be paid. over: paid, expired, removed or replaced; still looked at when the provider tells of it.
  state          text NOT NULL CHECK (state IN ('open', 'over')),
  created_at     timestamptz NOT NULL,
  expires_at     timestamptz NOT NULL,
  -- When the provider is asked next (null: no more), how often it was in vain since somebody last watched, and when it
  -- was asked last because somebody watches.
  next_look_at   timestamptz,
  looks          integer NOT NULL DEFAULT 0,
  watched_at     timestamptz,
  -- Looks are numbered as they begin: an older answer never replaces what a newer one told.
  look_begun     integer NOT NULL DEFAULT 0,
  look_applied   integer NOT NULL DEFAULT 0,
  -- As the provider told last.
  received       integer NOT NULL DEFAULT 0 CHECK (received >= 0),
  returned       integer NOT NULL DEFAULT 0 CHECK (returned >= 0),
  end_to_end_ids text[] NOT NULL DEFAULT '{}',
  UNIQUE (provider, txid)
);
CREATE UNIQUE INDEX charges_one_open ON charges (payment_id) WHERE state = 'open';
CREATE INDEX charges_of_payment ON charges (payment_id);
CREATE INDEX charges_to_look_at ON charges (next_look_at) WHERE next_look_at IS NOT NULL;

-- A provider's word that something happened: kept once, believed never.
CREATE TABLE webhook_events (
  id           integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  provider     text NOT NULL,
  event_key    bytea NOT NULL CHECK (length(event_key) = 32),
  txid         text NOT NULL,
  received_at  timestamptz NOT NULL,
  UNIQUE (provider, event_key)
);
CREATE INDEX webhook_events_by_time ON webhook_events (received_at);

-- What a person has to look at: money that fits no state.
CREATE TABLE charge_cases (
  id          integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- Null: the provider told of a charge that is not ours, or no longer.
  charge_id   integer REFERENCES charges ON DELETE CASCADE,
  txid        text NOT NULL,
  kind        text NOT NULL,
  -- Cents that the provider holds, and that the order costs.
  held        integer,
  amount      integer,
  created_at  timestamptz NOT NULL,
  closed_at   timestamptz,
  closed_by   uuid REFERENCES users ON DELETE SET NULL
);
CREATE UNIQUE INDEX charge_cases_once ON charge_cases (txid, kind, coalesce(held, -1));
CREATE INDEX charge_cases_open ON charge_cases (created_at DESC, id DESC) WHERE closed_at IS NULL;
CREATE INDEX charge_cases_of_charge ON charge_cases (charge_id) WHERE charge_id IS NOT NULL;
CREATE INDEX charge_cases_closed_by ON charge_cases (closed_by) WHERE closed_by IS NOT NULL;
