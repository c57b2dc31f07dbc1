-- Who missed a minimum of the exam's rules is eliminated: listed apart, without a position among the others.
ALTER TABLE ranking_entries ADD COLUMN is_eliminated boolean NOT NULL DEFAULT false;
ALTER TABLE quiz_rankings ADD COLUMN eliminated integer NOT NULL DEFAULT 0;
CREATE INDEX ranking_entries_eliminated ON ranking_entries (quiz_id, points DESC, attempt_id)
  WHERE is_eliminated AND NOT is_hidden AND subject_id = 0;

-- Rankings under rules with minimums are counted again.
UPDATE quiz_rankings r SET stale = 'points'
FROM quizzes z JOIN quiz_versions v ON v.id = coalesce(z.published_version_id, z.draft_version_id)
WHERE z.id = r.quiz_id AND v.rules IS NOT NULL
  AND (jsonb_array_length(coalesce(v.rules::jsonb -> 'minimums', '[]')) > 0 OR v.rules::jsonb ->> 'totalMinimum' IS NOT NULL);
