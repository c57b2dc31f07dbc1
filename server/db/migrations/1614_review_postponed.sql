-- Questions that the student has put off until tomorrow, and the day on which they did. They leave the review of that
-- day only: on another day the list does not count.
ALTER TABLE review_days
  ADD COLUMN postponed_on date,
  ADD COLUMN postponed_ids integer[] NOT NULL DEFAULT '{}';
