import { type RawBuilder, sql } from 'kysely';

/**
 * The text of a device in force on a day: the last one that had begun and not ended. The later norm wins where two
 * begin on one day. A text that ends (a provisional measure that lapsed) gives way to the one before it. A device that
 * its source strikes out entirely, without a day, has no text on any day.
 */
export const lawTextOn = (device: RawBuilder<unknown>, day: string) => sql`
  SELECT one.* FROM law_versions one
  WHERE one.device_id = ${device} AND one.starts_on <= ${day}::date
    AND (one.valid_until IS NULL OR one.valid_until > ${day}::date)
    AND (one.is_current OR one.valid_until IS NOT NULL
         OR EXISTS (SELECT FROM law_versions other WHERE other.device_id = ${device} AND other.is_current))
  ORDER BY one.starts_on DESC, one.number DESC
  LIMIT 1`;
