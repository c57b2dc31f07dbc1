-- Since when the expected score is withdrawn from students, because too few results lay in its interval. Null: it is shown.
ALTER TABLE mastery_model ADD COLUMN score_withdrawn_at timestamptz;

-- How a check was made. 0: by the formula before 277, which says nothing about today's interval. 1: by simulated papers.
ALTER TABLE score_checks ADD COLUMN method smallint NOT NULL DEFAULT 0;
-- What came, in questions net of what wrong answers cost. Null: the mock exam counts right answers.
ALTER TABLE score_checks ADD COLUMN net double precision;
