-- Plans that calendar programs subscribe to. The address is derived from the id and the server's secret: nothing here
-- opens it.
CREATE TABLE study_feeds (
  user_id     uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  id          uuid NOT NULL UNIQUE,
  created_at  timestamptz NOT NULL
);
