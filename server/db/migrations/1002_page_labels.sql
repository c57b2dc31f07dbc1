-- Labels are looked up by themselves; a page's versions by their number alone.
CREATE UNIQUE INDEX page_versions_by_label ON page_versions (label, page) WHERE label IS NOT NULL;
ALTER TABLE page_versions DROP CONSTRAINT page_versions_page_label_key;
