-- The last day on which somebody was seen, kept when their session is gone. Written with what a session writes anyway.
CREATE TABLE last_visits (
  user_id uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  seen_on date NOT NULL
);
CREATE INDEX last_visits_by_day ON last_visits (seen_on);

INSERT INTO last_visits (user_id, seen_on)
SELECT user_id, (max(at) AT TIME ZONE 'America/Sao_Paulo')::date FROM (
  SELECT user_id, last_seen_at AS at FROM sessions
  UNION ALL SELECT user_id, at FROM access_records WHERE user_id IS NOT NULL
) AS seen JOIN users ON users.id = user_id GROUP BY user_id;
