-- Courses, their ordered content, who follows them, what they think of them and who finished.

CREATE TABLE courses (
  id             integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- Null once the instructor was removed: the course stays, signed by the school.
  instructor_id  uuid REFERENCES users ON DELETE SET NULL,
  title          text NOT NULL,
  description    text NOT NULL,
  -- Title and description without case and accents.
  search_key     text NOT NULL,
  category       text NOT NULL CHECK (category IN ('GERAL', 'DIREITO', 'FÍSICO', 'PSICOLOGIA', 'PORTUGUÊS',
                                                   'MATEMÁTICA', 'HISTÓRIA', 'GEOGRAFIA')),
  difficulty     text NOT NULL CHECK (difficulty IN ('beginner', 'intermediate', 'advanced')),
  -- Minutes; null: it varies.
  duration       integer CHECK (duration BETWEEN 0 AND 60000),
  is_published   boolean NOT NULL,
  -- An uploaded picture.
  image_id       integer REFERENCES media ON DELETE SET NULL,
  -- Counts the saves: a save over a newer one is refused.
  version        integer NOT NULL DEFAULT 1,
  -- Named by the browser that creates it: a repeated request finds the course of the first.
  creation_key   uuid UNIQUE,
  created_at     timestamptz NOT NULL,
  updated_at     timestamptz NOT NULL,
  deleted_at     timestamptz
);
CREATE INDEX courses_newest ON courses (created_at DESC, id DESC) WHERE deleted_at IS NULL;
CREATE INDEX courses_published ON courses (created_at DESC, id DESC) WHERE is_published AND deleted_at IS NULL;
CREATE INDEX courses_by_instructor ON courses (instructor_id, created_at DESC, id DESC);
CREATE INDEX courses_image ON courses (image_id) WHERE image_id IS NOT NULL;
CREATE INDEX courses_search ON courses USING gin (search_key gin_trgm_ops) WHERE deleted_at IS NULL;

CREATE TABLE course_items (
  course_id  integer NOT NULL REFERENCES courses ON DELETE CASCADE,
  position   smallint NOT NULL CHECK (position > 0),
  lesson_id  integer REFERENCES lessons ON DELETE CASCADE,
  quiz_id    integer REFERENCES quizzes ON DELETE CASCADE,
  PRIMARY KEY (course_id, position),
  UNIQUE (course_id, lesson_id),
  UNIQUE (course_id, quiz_id),
  CHECK (num_nonnulls(lesson_id, quiz_id) = 1)
);
CREATE INDEX course_items_by_lesson ON course_items (lesson_id) WHERE lesson_id IS NOT NULL;
CREATE INDEX course_items_by_quiz ON course_items (quiz_id) WHERE quiz_id IS NOT NULL;

-- A row is one stay in a course. Leaving closes it and coming back opens another, so that the number of students on
-- any past day can be told.
CREATE TABLE enrollments (
  id           integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id      uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  course_id    integer NOT NULL REFERENCES courses ON DELETE CASCADE,
  enrolled_at  timestamptz NOT NULL,
  left_at      timestamptz,
  CHECK (left_at >= enrolled_at)
);
CREATE UNIQUE INDEX enrollments_current ON enrollments (user_id, course_id) WHERE left_at IS NULL;
CREATE INDEX enrollments_of_course ON enrollments (course_id, enrolled_at DESC, id DESC);
CREATE INDEX enrollments_of_user ON enrollments (user_id);

-- A new rating closes the one before, for the same reason. Anonymous once the student was removed.
CREATE TABLE course_ratings (
  id           integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  course_id    integer NOT NULL REFERENCES courses ON DELETE CASCADE,
  user_id      uuid REFERENCES users ON DELETE SET NULL,
  stars        smallint NOT NULL CHECK (stars BETWEEN 1 AND 5),
  rated_at     timestamptz NOT NULL,
  replaced_at  timestamptz
);
CREATE UNIQUE INDEX course_ratings_current ON course_ratings (course_id, user_id) WHERE replaced_at IS NULL;
CREATE INDEX course_ratings_of_course ON course_ratings (course_id, rated_at);
CREATE INDEX course_ratings_of_user ON course_ratings (user_id) WHERE user_id IS NOT NULL;

-- Every item done for the first time: recorded once and never taken back, whatever happens to the course later.
CREATE TABLE course_completions (
  user_id       uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  course_id     integer NOT NULL REFERENCES courses ON DELETE CASCADE,
  completed_at  timestamptz NOT NULL,
  PRIMARY KEY (user_id, course_id)
);
CREATE INDEX course_completions_of_course ON course_completions (course_id, completed_at);

-- What students see of a course: deleted lessons and unpublished quizzes keep their place, unseen.
CREATE VIEW visible_course_items AS
  SELECT course_id, position, lesson_id, quiz_id
  FROM course_items
  WHERE EXISTS (SELECT FROM lessons WHERE lessons.id = lesson_id AND deleted_at IS NULL)
     OR EXISTS (SELECT FROM quizzes WHERE quizzes.id = quiz_id AND published_version_id IS NOT NULL);

-- Passed where it counts: direct attempts and authors' previews do not.
CREATE VIEW passed_quizzes AS
  SELECT DISTINCT user_id, quiz_id
  FROM attempts
  WHERE passed AND kind = 'prova' AND NOT is_direct AND NOT is_preview;
CREATE INDEX attempts_passed ON attempts (user_id, quiz_id)
  WHERE passed AND kind = 'prova' AND NOT is_direct AND NOT is_preview;
