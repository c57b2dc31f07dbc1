-- The day on which a contest's edital was published. Students read laws as they were in force on it.
ALTER TABLE exams ADD COLUMN notice_date date;
