-- The address of an image carries the random name of its file, so that nobody finds images by counting. It begins with
-- the id, which `media_ids` reads. Images whose file has no such name, and numbered addresses in stored HTML, go on.
ALTER TABLE media ADD COLUMN address text NOT NULL GENERATED ALWAYS AS (
  '/api/media/' || id::text || coalesce('-' || replace(
    substring(file_key from '([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})\.webp$'), '-', ''), '')
) STORED;
