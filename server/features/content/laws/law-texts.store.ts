import { sql } from 'kysely';
import type { Db, Tx } from '#server/db/handle.ts';
import { lawTextOn } from '#server/db/law-text.ts';

const textOn = (day: string) => sql`LATERAL (${lawTextOn(sql`device.id`, day)}) version`;

export type DeviceText = {
  lexId: string;
  article: string;
  kind: string;
  label: string;
  depth: number;
  text: string;
  state: string;
  amending: string;
  earlierCount: number;
};

/** The devices of some articles with their texts in force on a day. */
export async function listDevices(db: Db, lawId: number, articles: readonly string[], day: string) {
  const { rows } = await sql<DeviceText>`
    SELECT device.lex_id AS "lexId", device.article, device.kind, device.label, device.depth, version.body AS text,
           version.state, version.amending,
           (SELECT count(*) FROM law_versions earlier
            WHERE earlier.device_id = device.id
              AND (earlier.starts_on, earlier.number) < (version.starts_on, version.number)) AS "earlierCount"
    FROM law_devices device
    JOIN ${textOn(day)} ON true
    WHERE device.law_id = ${lawId} AND device.article = ANY(${[...articles]}::text[])
    ORDER BY device.position`.execute(db);
  return rows;
}

export type HistoryText = {
  lexId: string;
  label: string;
  number: number;
  text: string;
  state: string;
  amending: string;
  from: string | null;
  publishedOn: string | null;
  until: string | null;
  isLater: boolean;
};

/** Every other text of an article's devices, the newest of a device first. */
export async function listHistory(db: Db, lawId: number, article: string, day: string, limit: number) {
  const { rows } = await sql<HistoryText>`
    SELECT device.lex_id AS "lexId", device.label, text.number, text.body AS text, text.state, text.amending,
           text.valid_from::text AS "from", text.published_on::text AS "publishedOn",
           least(text.valid_until, text.next_from)::text AS until,
           coalesce((text.starts_on, text.number) > (version.starts_on, version.number),
                    text.starts_on > ${day}::date) AS "isLater"
    FROM law_devices device
    JOIN LATERAL (
      SELECT one.*, lead(one.valid_from) OVER (ORDER BY one.starts_on, one.number) AS next_from
      FROM law_versions one WHERE one.device_id = device.id
    ) text ON true
    LEFT JOIN ${textOn(day)} ON true
    WHERE device.law_id = ${lawId} AND device.article = ${article} AND text.id IS DISTINCT FROM version.id
    ORDER BY device.position, text.starts_on DESC, text.number DESC
    LIMIT ${limit}`.execute(db);
  return rows;
}

/** Every text of a law that was in force on a day, in the order of the law. */
export async function listTexts(db: Db | Tx, lawId: number, day: string, limit: number) {
  const { rows } = await sql<{ article: string; lexId: string; label: string; text: string }>`
    SELECT coalesce(device.article, '') AS article, device.lex_id AS "lexId", device.label, version.body AS text
    FROM law_devices device
    JOIN ${textOn(day)} ON true
    WHERE device.law_id = ${lawId}
    ORDER BY device.position
    LIMIT ${limit}`.execute(db);
  return rows;
}
