-- The questions that an author wants at the end of a lesson. Without any they are drawn from the lesson's topic.
CREATE TABLE lesson_questions (
  lesson_id    integer NOT NULL REFERENCES lessons ON DELETE CASCADE,
  question_id  integer NOT NULL REFERENCES questions ON DELETE CASCADE,
  position     smallint NOT NULL,
  PRIMARY KEY (lesson_id, question_id)
);
CREATE INDEX lesson_questions_of_question ON lesson_questions (question_id);

-- A practice at the end of a lesson: one open at a time, so that a reload goes on where it was.
ALTER TABLE practices ADD COLUMN lesson_id integer REFERENCES lessons ON DELETE SET NULL;
CREATE INDEX practices_of_lesson ON practices (lesson_id) WHERE lesson_id IS NOT NULL;
CREATE UNIQUE INDEX practices_one_open_at_lesson ON practices (user_id, lesson_id)
  WHERE finished_at IS NULL AND lesson_id IS NOT NULL;
