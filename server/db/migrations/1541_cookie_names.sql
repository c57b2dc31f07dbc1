-- From here on cookies carry the prefix __Host- where TLS is on. The time at which this was applied is when a school
-- began with it: for 30 days after it cookies with the names of before are read, too (server/http/cookies.ts).
SELECT 1;
