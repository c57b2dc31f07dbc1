import { sql } from 'kysely';
import type { Db, Tx } from '#server/db/handle.ts';
import { searchKey } from '#server/db/keys.ts';
import type { CardFields } from './cards.store.ts';

export type ImportedCard = CardFields & {
  creationKey: string;
  isSuspended: boolean;
  seed: { stability: number; difficulty: number; day: string } | null;
  ankiGuid: string;
  ankiOrd: number;
};

type Batch = { userId: string; importId: number; cards: readonly ImportedCard[]; now: Date };

/** Inserts cards with their memory. A card whose key exists stays as it is and is not returned. */
export async function insertImportedCards(tx: Tx, { userId, importId, cards, now }: Batch) {
  const rows = JSON.stringify(
    cards.map((card) => ({
      ...card,
      searchKey: searchKey([card.front, card.back, card.deck, ...card.tags].join('\n')),
      stability: card.seed?.stability ?? null,
      difficulty: card.seed?.difficulty ?? null,
      day: card.seed?.day ?? null,
    })),
  );
  const { rows: inserted } = await sql<{ id: number; key: string }>`
    INSERT INTO cards (user_id, import_id, creation_key, kind, front, back, hint, gap, picture_id, picture_side, topic_id,
      deck, tags, source_label, is_suspended, seed_stability, seed_difficulty, seed_day, anki_guid, anki_ord, search_key,
      created_at, updated_at)
    SELECT ${userId}, ${importId}, "creationKey", kind, front, back, hint, gap, "pictureId", "pictureSide", "topicId",
      deck, ARRAY(SELECT jsonb_array_elements_text(tags)), "sourceLabel", "isSuspended", stability, difficulty, day,
      "ankiGuid", "ankiOrd", "searchKey", ${now}, ${now}
    FROM jsonb_to_recordset(${rows}::jsonb) AS given ("creationKey" uuid, kind text, front text, back text, hint text,
      gap smallint, "pictureId" integer, "pictureSide" text, "topicId" integer, deck text, tags jsonb, "sourceLabel" text,
      "isSuspended" boolean, stability double precision, difficulty double precision, day date, "ankiGuid" text,
      "ankiOrd" smallint, "searchKey" text)
    ON CONFLICT (user_id, creation_key) DO NOTHING RETURNING id, creation_key AS key`.execute(tx);
  return inserted;
}

export async function countCardsWithKeys(db: Db, userId: string, keys: readonly string[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM cards WHERE user_id = ${userId} AND creation_key = ANY(${keys}::uuid[])`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}

/** Deletes cards of an import that were neither answered nor changed; how many. */
export async function deleteUntouchedCards(tx: Tx, importId: number, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    DELETE FROM cards WHERE id IN (
      SELECT id FROM cards WHERE import_id = ${importId} AND revision = 1
        AND NOT EXISTS (SELECT FROM card_answers WHERE card_id = cards.id)
      ORDER BY id LIMIT ${limit} FOR UPDATE)`.execute(tx);
  return Number(numAffectedRows ?? 0n);
}

export async function countCardsOfImport(db: Db | Tx, importId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM cards WHERE import_id = ${importId}`.execute(db);
  return rows[0]?.count ?? 0;
}
