-- When a return was last asked of the provider: not every provider knows the same wish again by its name.
ALTER TABLE charge_returns ADD COLUMN tried_at timestamptz;
