-- Backups that were made, so that the system page can say how old the last one is.
CREATE TABLE backups (
  id           integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  started_at   timestamptz NOT NULL,
  finished_at  timestamptz NOT NULL,
  bytes        bigint NOT NULL CHECK (bytes >= 0),
  row_count    bigint NOT NULL CHECK (row_count >= 0),
  file_count   integer NOT NULL CHECK (file_count >= 0)
);
CREATE INDEX backups_by_time ON backups (finished_at DESC);
