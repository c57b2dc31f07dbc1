-- How an exam is held, as its author set it (contract/exam-conduct.ts); none: as every quiz.
ALTER TABLE quiz_versions ADD COLUMN conduct jsonb;

ALTER TABLE attempts
  -- With an answer sheet: until then the notebook takes answers, from then on the sheet alone.
  ADD COLUMN notebook_until timestamptz,
  -- One device at a time: the session that may answer.
  ADD COLUMN device uuid,
  -- How often the page was left, as its browser told.
  ADD COLUMN leaves int NOT NULL DEFAULT 0;

ALTER TABLE attempt_questions
  -- 'Foi chute'.
  ADD COLUMN doubted boolean NOT NULL DEFAULT false,
  -- No option, and on purpose.
  ADD COLUMN left_blank boolean NOT NULL DEFAULT false,
  -- What the answer sheet says; it becomes the answer when the attempt is graded, and what the notebook said is kept.
  ADD COLUMN sheet_option_id int,
  ADD COLUMN sheet_seq int NOT NULL DEFAULT 0,
  ADD COLUMN notebook_option_id int;
