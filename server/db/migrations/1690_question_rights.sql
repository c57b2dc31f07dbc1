-- Right first answers beside all of them: the bank shows the share and finds questions that few answer right. Null until
-- the next night.
ALTER TABLE question_difficulties ADD COLUMN rights integer;

-- The percent is HARD_BELOW_PERCENT (contract/questions/question-bank.ts), the count SHARES_FROM (contract/limits.ts).
CREATE INDEX question_difficulties_few_right ON question_difficulties (question_version_id)
  WHERE answers >= 10 AND rights * 100 < answers * 40;
