-- A question outlives its subject: it only loses the label.
ALTER TABLE questions
  ADD CONSTRAINT questions_subject FOREIGN KEY (subject_id) REFERENCES subjects ON DELETE SET NULL;
