-- Archives of the whole school that an administrator asked for. At most one is made at a time.
CREATE TABLE school_exports (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  asked_by uuid REFERENCES users (id) ON DELETE SET NULL,
  asked_at timestamptz NOT NULL,
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'running', 'done', 'failed')),
  percent integer NOT NULL DEFAULT 0 CHECK (percent BETWEEN 0 AND 100),
  -- The last sign of the job that makes it.
  seen_at timestamptz NOT NULL,
  file_key text,
  bytes bigint,
  expires_at timestamptz,
  CHECK ((state = 'done') = (file_key IS NOT NULL AND bytes IS NOT NULL AND expires_at IS NOT NULL))
);
CREATE UNIQUE INDEX school_exports_one ON school_exports ((true)) WHERE state IN ('waiting', 'running');
CREATE INDEX school_exports_asked_by ON school_exports (asked_by);
CREATE INDEX school_exports_expires_at ON school_exports (expires_at) WHERE expires_at IS NOT NULL;
