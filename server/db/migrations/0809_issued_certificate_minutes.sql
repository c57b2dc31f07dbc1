-- 0810 counts the hours of certificates that were issued already. What they say is saved here before, and 1630 puts it
-- back. This file is younger than its number: a database that has 0810 applies it later and saves nothing.
ALTER TABLE certificates
  ADD COLUMN issued_minutes integer,
  ADD COLUMN has_issued_minutes boolean NOT NULL DEFAULT false;

DO $$
BEGIN
  IF to_regclass('public.migrations') IS NOT NULL THEN
    IF EXISTS (SELECT FROM migrations WHERE name = '0810_certificate_hours.sql') THEN RETURN; END IF;
  END IF;
  UPDATE certificates SET issued_minutes = minutes, has_issued_minutes = true;
END $$;
