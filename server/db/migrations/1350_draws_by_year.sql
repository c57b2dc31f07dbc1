-- A rule draws of one year, too. Null: any.
ALTER TABLE quiz_version_draws ADD COLUMN year smallint CHECK (year BETWEEN 1900 AND 2099);
