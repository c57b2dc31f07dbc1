-- Without a mail server e-mails are stored in a folder and not sent. 'released': sent by another row since, or dropped.
ALTER TABLE sent_mails ADD COLUMN state text NOT NULL DEFAULT 'sent' CHECK (state IN ('sent', 'stored', 'released'));
CREATE INDEX sent_mails_stored ON sent_mails (sent_at) WHERE state = 'stored';

-- Test letters with a code. A code that its reader typed proves that mail arrives. `transport` identifies the mail
-- server that sent it: another one has to be proven again.
CREATE TABLE mail_checks (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  transport text NOT NULL,
  code_hash text NOT NULL,
  asked_by uuid REFERENCES users ON DELETE SET NULL,
  tries integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  confirmed_at timestamptz
);
CREATE INDEX mail_checks_newest ON mail_checks (transport, id DESC);
CREATE INDEX mail_checks_asked_by ON mail_checks (asked_by);

-- A link of an invitation: the person chooses a username and a password.
ALTER TABLE email_links DROP CONSTRAINT email_links_kind_check;
ALTER TABLE email_links ADD CONSTRAINT email_links_kind_check
  CHECK (kind IN ('password_reset', 'email_change', 'email_confirmation', 'invitation'));
