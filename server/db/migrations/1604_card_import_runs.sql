-- Runs of imports. Null and the defaults: the version before started the import.
ALTER TABLE card_imports
  ADD COLUMN started_at     timestamptz,
  -- The last moment that its job, or the job of its undo, was sent or made progress.
  ADD COLUMN active_at      timestamptz,
  -- How often a lost job was sent again.
  ADD COLUMN resends        smallint NOT NULL DEFAULT 0,
  -- Runs that ended at the time limit of the reader.
  ADD COLUMN slow_runs      smallint NOT NULL DEFAULT 0,
  -- How many pictures the student could have when it started. Every run reads the file with this number.
  ADD COLUMN free_pictures  integer,
  -- It ended before the end of the file.
  ADD COLUMN is_broken_off  boolean NOT NULL DEFAULT false;
CREATE INDEX card_imports_active ON card_imports (id) WHERE state IN ('running', 'undoing');
