-- The newest version whose news a teacher or an administrator has dismissed.
CREATE TABLE news_seen (
  user_id uuid PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  version text NOT NULL CHECK (length(version) <= 40),
  seen_at timestamptz NOT NULL
);
