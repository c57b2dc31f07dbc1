-- Processes also remember the labels of the bank's questions: the review of a day names them (321).
CREATE TRIGGER question_labels_changed AFTER UPDATE OF topic ON questions
  FOR EACH STATEMENT EXECUTE FUNCTION note_shared_change('bank');
CREATE TRIGGER subject_labels_changed AFTER UPDATE OF name ON subjects
  FOR EACH STATEMENT EXECUTE FUNCTION note_shared_change('bank');
