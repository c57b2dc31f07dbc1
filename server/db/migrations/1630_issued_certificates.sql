-- A certificate says what was true when it was issued. 0810 had replaced the minutes of issued ones.
UPDATE certificates SET minutes = issued_minutes
WHERE has_issued_minutes AND minutes IS DISTINCT FROM issued_minutes;

-- A database that applied 0810 in an earlier upgrade saved nothing. Until 0810 a certificate took over the duration of
-- its course, so the duration of a course that was not saved since the issue is what the certificate said. Where the
-- course was saved since, the minutes stay as they are. Only a certificate that was issued between 0604, which made the
-- table, and 0810 is known to be that old: a restored database applied both at its restore.
DO $$
BEGIN
  IF to_regclass('public.migrations') IS NULL THEN RETURN; END IF;
  UPDATE certificates SET minutes = courses.duration
  FROM courses, migrations made, migrations counted
  WHERE NOT certificates.has_issued_minutes
    AND courses.id = certificates.course_id AND courses.updated_at <= certificates.issued_at
    AND made.name = '0604_certificates.sql' AND certificates.issued_at > made.applied_at
    AND counted.name = '0810_certificate_hours.sql' AND certificates.issued_at < counted.applied_at
    AND certificates.minutes IS DISTINCT FROM courses.duration;
END $$;
