-- A challenge for a fresh proof of who holds a session: whose. Empty at the login and for a new key. `user_id` stays empty
-- then, so that the version before, which knows no proofs, takes it for nothing but a login. No reference: it is gone
-- within minutes.
ALTER TABLE passkey_challenges ADD COLUMN proves uuid;
