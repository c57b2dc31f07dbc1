-- What a wrong answer costs in an exam, in questions: -1 takes a right answer back (276). Null: the rule is unknown.
ALTER TABLE syllabi ADD COLUMN wrong_points double precision CHECK (wrong_points BETWEEN -10 AND 0);
