-- The ranking of a quiz that was taken inside a window: made once everything in it is graded, and kept in order.
CREATE TABLE quiz_rankings (
  quiz_id int PRIMARY KEY REFERENCES quizzes (id) ON DELETE CASCADE,
  made_at timestamptz NOT NULL,
  -- After an annulment, or one that was taken back.
  regraded_at timestamptz,
  -- What a job has to do again: the order alone, or the points, too.
  stale text CHECK (stale IN ('order', 'points')),
  -- Hundredths of a point.
  pass_line double precision NOT NULL,
  max_points double precision NOT NULL,
  people int NOT NULL,
  passed int NOT NULL,
  -- By subject ('0': the whole exam) how many people have how many points.
  charts jsonb NOT NULL
);
CREATE INDEX quiz_rankings_stale ON quiz_rankings (quiz_id) WHERE stale IS NOT NULL;

CREATE TABLE ranking_entries (
  quiz_id int NOT NULL REFERENCES quiz_rankings (quiz_id) ON DELETE CASCADE,
  -- 0: the whole exam.
  subject_id int NOT NULL,
  attempt_id int NOT NULL REFERENCES attempts (id) ON DELETE CASCADE,
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  alias text NOT NULL,
  points double precision NOT NULL,
  seconds int NOT NULL,
  -- Points and tie-breaks, each so that more is better: who has the greater list stands before.
  sort_key double precision[] NOT NULL,
  -- Its student has left the rankings.
  is_hidden boolean NOT NULL,
  -- Each has a place of its own; equals share a position.
  place int,
  position int,
  -- The share of people behind.
  better_than double precision,
  PRIMARY KEY (quiz_id, subject_id, attempt_id)
);
CREATE INDEX ranking_entries_in_order ON ranking_entries (quiz_id, subject_id, place) WHERE NOT is_hidden;
CREATE INDEX ranking_entries_of_student ON ranking_entries (user_id, quiz_id, subject_id);
CREATE INDEX ranking_entries_of_attempt ON ranking_entries (attempt_id);

-- Who does not want to appear in any ranking.
CREATE TABLE ranking_leavers (
  user_id uuid PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  left_at timestamptz NOT NULL
);

-- Somebody's account is gone, and their place with it: the others move up.
CREATE FUNCTION ranking_entry_gone() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE quiz_rankings SET stale = coalesce(stale, 'order') WHERE quiz_id = OLD.quiz_id;
  RETURN NULL;
END $$;
CREATE TRIGGER ranking_entry_gone AFTER DELETE ON ranking_entries
  FOR EACH ROW WHEN (OLD.subject_id = 0) EXECUTE FUNCTION ranking_entry_gone();
