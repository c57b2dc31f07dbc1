-- A newer letter to the same mailbox ends the link of an older one and takes its power over: `since` is when the first
-- of the letters was written that it stands for. Null: it stands for itself alone.
ALTER TABLE security_links ADD COLUMN since timestamptz;
