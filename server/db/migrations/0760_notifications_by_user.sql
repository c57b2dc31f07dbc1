-- Removing a user removes their notifications: without an index of all of them the whole table was read, under a lock.
CREATE INDEX notifications_by_user ON notifications (user_id);
