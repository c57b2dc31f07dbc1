-- One certificate per student and finished course. It says what was true when it was issued.
CREATE TABLE certificates (
  id               integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- 60 random bits: whoever has the paper can verify it, nobody can guess one.
  code             text NOT NULL UNIQUE CHECK (code ~ '^[0-9A-HJKMNP-TV-Z]{12}$'),
  -- Null once the student was removed: what is left is that the code was revoked.
  user_id          uuid REFERENCES users ON DELETE SET NULL,
  course_id        integer REFERENCES courses ON DELETE SET NULL,
  student_name     text,
  course_title     text NOT NULL,
  instructor_name  text,
  minutes          integer,
  completed_at     timestamptz NOT NULL,
  issued_at        timestamptz NOT NULL,
  revoked_at       timestamptz,
  UNIQUE (user_id, course_id),
  CHECK ((student_name IS NULL) = (revoked_at IS NOT NULL))
);
CREATE INDEX certificates_of_user ON certificates (user_id, completed_at DESC, id DESC);
CREATE INDEX certificates_of_course ON certificates (course_id);
