-- Messages to people's own devices (RFC 8030), beside the bell and the e-mails.

ALTER TABLE notifications DROP CONSTRAINT notifications_kind_check;
ALTER TABLE notifications ADD CONSTRAINT notifications_kind_check
  CHECK (kind IN ('payment_decided', 'teacher_approved', 'new_content', 'result_corrected', 'exam_near', 'certificate',
                  'new_proof', 'new_teacher', 'access_ending', 'refund_asked', 'announcement', 'quiz_window',
                  'report_decided', 'doubt_answered', 'lesson_held_back', 'review_waiting'));
-- It goes to a device. Decided when it is written, so that nobody gets the e-mail of the same event as well.
ALTER TABLE notifications ADD COLUMN pushed boolean NOT NULL DEFAULT false;

-- By which push services know us. The private half is sealed with the server's secret; the newest that opens is used
-- for new devices, older ones go on for the devices that were bound to them.
CREATE TABLE push_keys (
  public_key  text PRIMARY KEY,
  sealed      bytea NOT NULL,
  created_at  timestamptz NOT NULL
);

-- A browser that wants messages. It goes with the session it belongs to: who logs out, or is logged out, hears no more.
CREATE TABLE push_subscriptions (
  id          integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id     uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  session_id  uuid NOT NULL UNIQUE REFERENCES sessions ON DELETE CASCADE,
  -- Whoever knows it can reach the device: it is neither logged nor exported.
  endpoint    text NOT NULL UNIQUE,
  p256dh      bytea NOT NULL,
  auth        bytea NOT NULL,
  public_key  text NOT NULL,
  -- What this device is told of.
  kinds       text[] NOT NULL CHECK (cardinality(kinds) > 0),
  created_at  timestamptz NOT NULL
);
CREATE INDEX push_subscriptions_of_user ON push_subscriptions (user_id, id DESC);

-- One message for one device. Its state changes once, whatever is tried again.
CREATE TABLE push_deliveries (
  notification_id  integer NOT NULL REFERENCES notifications ON DELETE CASCADE,
  -- Of a device that may be gone by now.
  subscription_id  integer NOT NULL,
  state            text NOT NULL CHECK (state IN ('waiting', 'sent', 'failed', 'gone', 'skipped')),
  at               timestamptz NOT NULL,
  PRIMARY KEY (notification_id, subscription_id)
);
CREATE INDEX push_deliveries_by_age ON push_deliveries (at);

-- Who was offered it, and has answered. It is offered on one day only.
CREATE TABLE push_offers (
  user_id      uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  offered_on   date NOT NULL,
  answered_at  timestamptz
);

-- When a student wants to hear of the day's review.
CREATE TABLE review_reminders (
  user_id  uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  hour     smallint NOT NULL CHECK (hour BETWEEN 0 AND 23),
  next_at  timestamptz NOT NULL
);
CREATE INDEX review_reminders_due ON review_reminders (next_at);
