-- Whether the holder of an account has shown that its mailbox is theirs. Empty for accounts from before: nobody has
-- asked them, and nothing that is stored shows it.
ALTER TABLE users ADD COLUMN email_confirmed_at timestamptz;

-- The mailbox that a link went to: using it shows who reads there, and nothing about an address taken since.
ALTER TABLE email_links ADD COLUMN sent_to text;
ALTER TABLE email_links DROP CONSTRAINT email_links_kind_check;
ALTER TABLE email_links ADD CONSTRAINT email_links_kind_check
  CHECK (kind IN ('password_reset', 'email_change', 'email_confirmation'));
