-- Stemmed words of the newest text of each device, for the suggestion of articles. They are filled when they are needed.
CREATE TABLE law_version_words (
  version_id integer PRIMARY KEY REFERENCES law_versions ON DELETE CASCADE,
  words      tsvector NOT NULL,
  -- How many words, repetitions included.
  length     integer NOT NULL
);
