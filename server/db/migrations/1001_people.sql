-- What the office knows of a person beside the account itself.

-- Why somebody was blocked, in the words that they read at the login; empty where nobody said why.
ALTER TABLE users ADD COLUMN block_reason text NOT NULL DEFAULT '';

CREATE TABLE office_notes (
  id           integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id      uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  written_by   uuid REFERENCES users ON DELETE SET NULL,
  text         text NOT NULL,
  creation_key uuid UNIQUE,
  created_at   timestamptz NOT NULL
);
CREATE INDEX office_notes_of_user ON office_notes (user_id, id DESC);
CREATE INDEX office_notes_by_author ON office_notes (written_by);

-- E-mails that left, by their Message-ID: the same e-mail sent again is the same row. resend_key holds what writes it anew.
CREATE TABLE sent_mails (
  message_id text PRIMARY KEY,
  user_id    uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  kind       text NOT NULL,
  subject    text NOT NULL,
  resend_key text NOT NULL,
  sent_at    timestamptz NOT NULL
);
CREATE INDEX sent_mails_of_user ON sent_mails (user_id, sent_at DESC);
CREATE INDEX sent_mails_by_age ON sent_mails (sent_at);
