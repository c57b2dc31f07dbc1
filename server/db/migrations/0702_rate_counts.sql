-- Requests counted per minute, shared by all processes. Unlogged: after a crash everybody starts at zero, which is fine.
CREATE UNLOGGED TABLE rate_counts (
  class   text NOT NULL,
  -- A keyed hash: neither an address nor a person can be read from it.
  key     bytea NOT NULL,
  minute  timestamptz NOT NULL,
  count   integer NOT NULL,
  PRIMARY KEY (minute, class, key)
);
