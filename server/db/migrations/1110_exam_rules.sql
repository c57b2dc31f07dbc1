-- How a version counts points, as its author set it; none: the specification's score alone.
ALTER TABLE quiz_versions ADD COLUMN rules jsonb;
