-- Essays that were written by hand: pictures of their pages instead of a text.
ALTER TABLE essays ADD COLUMN is_photo boolean NOT NULL DEFAULT false;

CREATE TABLE essay_pages (
  id          integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  essay_id    integer NOT NULL REFERENCES essays ON DELETE CASCADE,
  -- The order in which the pages came; from the delivery on 1 to 4, as the student ordered them.
  position    integer NOT NULL,
  -- The hash of the picture as it was sent: the same picture again is the same page.
  sha256      bytea NOT NULL,
  file_key    text NOT NULL,
  mime_type   text NOT NULL,
  bytes       integer NOT NULL,
  width       integer NOT NULL,
  height      integer NOT NULL,
  created_at  timestamptz NOT NULL,
  UNIQUE (essay_id, sha256)
);

-- However a row goes, the sweep removes its file.
CREATE TRIGGER essay_page_removed AFTER DELETE ON essay_pages
  FOR EACH ROW EXECUTE FUNCTION release_attached_file('file_key');
