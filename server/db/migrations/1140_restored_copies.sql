-- A database that came out of an archive. The copy of a trial must not write to people; the school that was really
-- lost writes again as soon as somebody says so.
CREATE TABLE restored_copies (
  id integer PRIMARY KEY DEFAULT 1 CHECK (id = 1),
  restored_at timestamptz NOT NULL,
  mail_released_at timestamptz
);
