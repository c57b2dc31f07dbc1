-- What the school tells many students at once, by bell and e-mail. Sent a part at a time: last_user_id says how far.
CREATE TABLE announcements (
  id           integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  title        text NOT NULL,
  text         text NOT NULL,
  audience     text NOT NULL CHECK (audience IN ('all', 'offer', 'course', 'exam', 'people')),
  -- The offer, course or exam; null for the others.
  audience_id  integer,
  people       uuid[],
  state        text NOT NULL DEFAULT 'scheduled' CHECK (state IN ('scheduled', 'sending', 'sent', 'cancelled')),
  send_at      timestamptz NOT NULL,
  told         integer NOT NULL DEFAULT 0,
  parts        integer NOT NULL DEFAULT 0,
  last_user_id uuid,
  written_by   uuid REFERENCES users ON DELETE SET NULL,
  creation_key uuid UNIQUE,
  created_at   timestamptz NOT NULL,
  finished_at  timestamptz
);
CREATE INDEX announcements_by_author ON announcements (written_by);

ALTER TABLE notifications DROP CONSTRAINT notifications_kind_check;
ALTER TABLE notifications ADD CONSTRAINT notifications_kind_check
  CHECK (kind IN ('payment_decided', 'teacher_approved', 'new_content', 'result_corrected', 'exam_near', 'certificate',
                  'new_proof', 'new_teacher', 'access_ending', 'refund_asked', 'announcement'));
