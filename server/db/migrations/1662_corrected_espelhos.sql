-- A published version keeps its content; its essays are scored by the corrected espelho where there is one.
ALTER TABLE essay_theme_versions
  ADD COLUMN corrected_espelho jsonb,
  ADD COLUMN corrected_at timestamptz,
  ADD COLUMN correction_reason text;
