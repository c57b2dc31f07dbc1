-- How many of a day's visits are those of the example school: they go with it.
ALTER TABLE visit_days ADD COLUMN sample_visits integer NOT NULL DEFAULT 0 CHECK (sample_visits >= 0);
