-- What happened and concerns a person, written in the transaction that made it happen.

CREATE TABLE notifications (
  id          integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id     uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  kind        text NOT NULL CHECK (kind IN ('payment_decided', 'teacher_approved', 'new_content', 'result_corrected',
                                            'exam_near', 'certificate', 'new_proof', 'new_teacher')),
  -- Names the event: told twice, it is one notification. A batch stands for several and has none.
  key         text,
  -- A batch's words are written from its count when they are read.
  title       text NOT NULL,
  text        text NOT NULL,
  path        text NOT NULL,
  -- How many events an admin's batch stands for; null: it is no batch.
  batch_size  integer CHECK (batch_size > 0),
  -- False: the person wants this kind by e-mail only.
  in_app      boolean NOT NULL,
  created_at  timestamptz NOT NULL,
  read_at     timestamptz,
  CHECK ((key IS NULL) = (batch_size IS NOT NULL))
);
CREATE UNIQUE INDEX notifications_event ON notifications (user_id, key) WHERE key IS NOT NULL;
-- The recipients of one event, for its e-mails.
CREATE INDEX notifications_by_key ON notifications (key, id) WHERE key IS NOT NULL;
-- New events join the batch that is still unread.
CREATE UNIQUE INDEX notifications_open_batch ON notifications (user_id, kind)
  WHERE batch_size IS NOT NULL AND read_at IS NULL;
CREATE INDEX notifications_of_user ON notifications (user_id, created_at DESC, id DESC) WHERE in_app;
CREATE INDEX notifications_unread ON notifications (user_id) WHERE in_app AND read_at IS NULL;
CREATE INDEX notifications_by_age ON notifications (created_at);

-- Which events were counted into a batch, so that none is counted twice.
CREATE TABLE notification_batch_events (
  user_id          uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  kind             text NOT NULL,
  key              text NOT NULL,
  created_at       timestamptz NOT NULL,
  PRIMARY KEY (user_id, kind, key)
);
CREATE INDEX notification_batch_events_by_age ON notification_batch_events (created_at);

-- What a person chose; where there is no row, the product's defaults hold.
CREATE TABLE notification_choices (
  user_id  uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  kind     text NOT NULL,
  in_app   boolean NOT NULL,
  email    boolean NOT NULL,
  PRIMARY KEY (user_id, kind)
);
