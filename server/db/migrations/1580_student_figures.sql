-- Counts of the office's home, so that opening it does not read every student (318).

-- Students whose figures may have changed. Writers only append, so they never wait for each other. Several rows of one
-- student are the same as one.
CREATE TABLE student_changes (
  user_id uuid NOT NULL
);

-- What is counted of each student. No foreign key: the row of a deleted student is subtracted before it goes.
CREATE TABLE student_figures (
  user_id         uuid PRIMARY KEY,
  is_active       boolean NOT NULL,
  registered_on   date NOT NULL,
  is_by_office    boolean NOT NULL,
  has_proof       boolean NOT NULL,
  is_paid         boolean NOT NULL,
  access_ends_on  date,
  studied_on      date
);

-- How many students have a figure on a day: the sum of student_figures.
CREATE TABLE student_counts (
  day       date NOT NULL,
  figure    text NOT NULL CHECK (figure IN ('new', 'site', 'site_proof', 'site_paid', 'access', 'studied')),
  students  integer NOT NULL,
  PRIMARY KEY (day, figure)
);

CREATE FUNCTION note_student_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- The argument names the column that has the student.
  IF TG_OP <> 'INSERT' THEN
    INSERT INTO student_changes SELECT student FROM (SELECT (to_jsonb(OLD) ->> TG_ARGV[0])::uuid) AS old (student)
      WHERE student IS NOT NULL;
  END IF;
  IF TG_OP <> 'DELETE' THEN
    INSERT INTO student_changes SELECT student FROM (SELECT (to_jsonb(NEW) ->> TG_ARGV[0])::uuid) AS new (student)
      WHERE student IS NOT NULL;
  END IF;
  RETURN NULL;
END
$$;

CREATE TRIGGER student_registered AFTER INSERT OR DELETE ON users
  FOR EACH ROW EXECUTE FUNCTION note_student_change('id');
CREATE TRIGGER student_changed AFTER UPDATE OF role, status, created_at ON users
  FOR EACH ROW WHEN ((OLD.role, OLD.status, OLD.created_at) IS DISTINCT FROM (NEW.role, NEW.status, NEW.created_at))
  EXECUTE FUNCTION note_student_change('id');

CREATE TRIGGER student_ordered AFTER INSERT OR DELETE ON payments
  FOR EACH ROW EXECUTE FUNCTION note_student_change('student_id');
CREATE TRIGGER student_order_changed AFTER UPDATE ON payments
  FOR EACH ROW WHEN ((OLD.student_id, OLD.status, OLD.method, OLD.proof_uploaded_at IS NULL)
    IS DISTINCT FROM (NEW.student_id, NEW.status, NEW.method, NEW.proof_uploaded_at IS NULL))
  EXECUTE FUNCTION note_student_change('student_id');

CREATE TRIGGER student_access_changed AFTER INSERT OR UPDATE OR DELETE ON access_grants
  FOR EACH ROW EXECUTE FUNCTION note_student_change('user_id');

-- A row of study_days is written at every answer; only the first that counts changes a figure. Not by to_jsonb: the
-- row carries two long bit strings.
CREATE FUNCTION note_study_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO student_changes VALUES (CASE WHEN TG_OP = 'DELETE' THEN OLD.user_id ELSE NEW.user_id END);
  RETURN NULL;
END
$$;
CREATE TRIGGER student_studied AFTER INSERT ON study_days
  FOR EACH ROW WHEN (NEW.studied) EXECUTE FUNCTION note_study_change();
CREATE TRIGGER student_study_changed AFTER UPDATE ON study_days
  FOR EACH ROW WHEN (OLD.studied IS DISTINCT FROM NEW.studied OR OLD.day <> NEW.day)
  EXECUTE FUNCTION note_study_change();
CREATE TRIGGER student_study_removed AFTER DELETE ON study_days
  FOR EACH ROW WHEN (OLD.studied) EXECUTE FUNCTION note_study_change();

-- The end of an access follows the date of its exam.
CREATE FUNCTION note_exam_date_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO student_changes
    SELECT user_id FROM access_grants WHERE exam_id = NEW.id
    UNION
    SELECT g.user_id FROM offers JOIN access_grants g ON g.offer_id = offers.id WHERE offers.default_exam_id = NEW.id;
  RETURN NULL;
END
$$;
CREATE TRIGGER exam_date_changed AFTER UPDATE OF exam_date ON exams
  FOR EACH ROW WHEN (OLD.exam_date IS DISTINCT FROM NEW.exam_date) EXECUTE FUNCTION note_exam_date_change();

CREATE FUNCTION note_default_exam_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO student_changes SELECT DISTINCT user_id FROM access_grants WHERE offer_id = NEW.id;
  RETURN NULL;
END
$$;
CREATE TRIGGER offer_exam_changed AFTER UPDATE OF default_exam_id ON offers
  FOR EACH ROW WHEN (OLD.default_exam_id IS DISTINCT FROM NEW.default_exam_id)
  EXECUTE FUNCTION note_default_exam_change();

-- The counts begin empty: every student is a change that the job has yet to take in.
INSERT INTO student_changes SELECT id FROM users WHERE role = 'student';
