-- Days that count for the streak, found without looking at a day's slots: fifteen of them are five minutes of reading.
ALTER TABLE study_days ADD COLUMN studied boolean NOT NULL GENERATED ALWAYS AS (answered OR bit_count(reading) >= 15) STORED;
CREATE INDEX study_days_studied ON study_days (user_id, day) WHERE studied;
