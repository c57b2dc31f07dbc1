-- What kind of practice it is, in English. The version before reads and writes `kind` and would fail on other words in
-- it: this version writes both and reads `mode` first; rows of the version before have none. `kind` goes in the next.
ALTER TABLE practices ADD COLUMN mode text;
-- For what is written from now on, without reading the table.
ALTER TABLE practices ADD CONSTRAINT practices_mode CHECK (mode IN ('training', 'mistakes', 'free')) NOT VALID;
