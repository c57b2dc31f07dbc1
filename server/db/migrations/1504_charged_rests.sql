-- When the office last asked the student for the rest of a payment. The case stays open until the money came.
ALTER TABLE charge_cases ADD COLUMN charged_at timestamptz;
