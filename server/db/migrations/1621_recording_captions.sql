-- Captions belong to the recording, not to one of its files: another rendition changes nothing about them.
CREATE TABLE recording_captions (
  recording_id  integer PRIMARY KEY REFERENCES recordings ON DELETE CASCADE,
  -- [{ start, end, text }], times in milliseconds, in order.
  cues          jsonb NOT NULL,
  -- The words of all cues, for the search.
  body          text NOT NULL,
  revision      integer NOT NULL DEFAULT 1,
  saved_by      uuid REFERENCES users ON DELETE SET NULL,
  updated_at    timestamptz NOT NULL
);
CREATE INDEX recording_captions_saved_by ON recording_captions (saved_by) WHERE saved_by IS NOT NULL;
