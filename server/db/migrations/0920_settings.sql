-- What the school says of itself, where the environment does not fix it: one row, none while nothing was ever saved.
CREATE TABLE settings (
  id         smallint PRIMARY KEY DEFAULT 1 CHECK (id = 1),
  -- By name (contract/settings.ts); what is missing has its default.
  stored     jsonb NOT NULL DEFAULT '{}' CHECK (jsonb_typeof(stored) = 'object'),
  version    integer NOT NULL DEFAULT 1,
  updated_at timestamptz NOT NULL
);
