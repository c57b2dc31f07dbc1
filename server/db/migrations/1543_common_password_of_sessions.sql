-- A session that was opened with a common password shows the notice about it. The ticket carries it over the second
-- step of a login. No account stores it.
ALTER TABLE sessions ADD COLUMN common_password boolean NOT NULL DEFAULT false;
ALTER TABLE second_factor_tickets ADD COLUMN common_password boolean NOT NULL DEFAULT false;
