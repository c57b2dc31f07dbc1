-- Which questions a student took along to answer without a network, and when by the server's clock. An answer that
-- arrives after access has ended is accepted for these alone. The key may have stayed out, so `key_openings` cannot say.
CREATE TABLE offline_questions (
  user_id      uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  question_id  integer NOT NULL,
  taken_at     timestamptz NOT NULL,
  PRIMARY KEY (user_id, question_id)
);
CREATE INDEX offline_questions_by_age ON offline_questions (taken_at);
-- Packs of the version before are known by their keys alone.
INSERT INTO offline_questions (user_id, question_id, taken_at)
  SELECT user_id, question_id, opened_at FROM key_openings;
