-- A ranking is made in pieces of a second at most, and goes on after a crash where it stopped (319).

-- Counts requests for new points and for a new order, so that a run notices one that came while it was under way.
ALTER TABLE quiz_rankings ADD COLUMN regrades integer NOT NULL DEFAULT 0;
ALTER TABLE quiz_rankings ADD COLUMN changes integer NOT NULL DEFAULT 0;

CREATE FUNCTION count_regrade() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.regrades := OLD.regrades + 1;
  RETURN NEW;
END
$$;
CREATE TRIGGER ranking_regraded BEFORE UPDATE OF regraded_at ON quiz_rankings
  FOR EACH ROW EXECUTE FUNCTION count_regrade();

CREATE FUNCTION count_ranking_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.changes := OLD.changes + 1;
  RETURN NEW;
END
$$;
CREATE TRIGGER ranking_changed BEFORE UPDATE OF stale ON quiz_rankings
  FOR EACH ROW WHEN (NEW.stale IS NOT NULL) EXECUTE FUNCTION count_ranking_change();

-- The run of a ranking, and how far it came.
CREATE TABLE ranking_runs (
  quiz_id        integer PRIMARY KEY REFERENCES quiz_rankings (quiz_id) ON DELETE CASCADE,
  kind           text NOT NULL CHECK (kind IN ('order', 'points')),
  phase          text NOT NULL CHECK (phase IN ('gather', 'publish', 'finish', 'clear')),
  -- Those of the ranking when the run began.
  regrades       integer NOT NULL,
  changes        integer NOT NULL,
  -- Gathering points goes by student, gathering an order by subject and attempt.
  after_user     uuid,
  subject_id     integer,
  after_attempt  integer,
  -- Publishing: those with a position first, then the others.
  is_listed      boolean NOT NULL DEFAULT true,
  after_key      double precision[],
  place          integer NOT NULL DEFAULT 0,
  position       integer NOT NULL DEFAULT 0,
  listed         integer NOT NULL DEFAULT 0,
  pass_line      double precision,
  max_points     double precision,
  charts         jsonb NOT NULL DEFAULT '{}'
);

-- Entries of a run before they are published.
CREATE TABLE ranking_drafts (
  quiz_id        integer NOT NULL REFERENCES ranking_runs (quiz_id) ON DELETE CASCADE,
  subject_id     integer NOT NULL,
  attempt_id     integer NOT NULL,
  user_id        uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  alias          text NOT NULL,
  points         double precision NOT NULL,
  seconds        integer NOT NULL,
  sort_key       double precision[] NOT NULL,
  is_hidden      boolean NOT NULL,
  is_eliminated  boolean NOT NULL,
  is_listed      boolean NOT NULL GENERATED ALWAYS AS (NOT is_hidden AND NOT is_eliminated) STORED,
  PRIMARY KEY (quiz_id, subject_id, attempt_id)
);
CREATE INDEX ranking_drafts_in_order ON ranking_drafts (quiz_id, subject_id, is_listed, sort_key DESC, attempt_id);
CREATE INDEX ranking_drafts_of_student ON ranking_drafts (user_id);

CREATE INDEX attempts_ranked ON attempts (quiz_id, user_id, id) WHERE results_at IS NOT NULL;
