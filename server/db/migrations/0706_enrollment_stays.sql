-- How many follow a course, and who did on a past day, out of the index alone: a course page counts them each time.
CREATE INDEX enrollments_stays ON enrollments (course_id, user_id) INCLUDE (enrolled_at, left_at);
