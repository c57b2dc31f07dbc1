-- The office: payments, refunds and people, without settings, roles, deletion or system.
ALTER TABLE users DROP CONSTRAINT users_role_check;
ALTER TABLE users ADD CONSTRAINT users_role_check CHECK (role IN ('student', 'teacher', 'secretary', 'admin'));

-- Who is told of what waits.
CREATE INDEX users_active_office ON users (id) WHERE role IN ('secretary', 'admin') AND status = 'active';
