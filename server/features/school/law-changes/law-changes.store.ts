import { sql } from 'kysely';
import type { Db, Tx } from '#server/db/handle.ts';

/** Amendments that may still miss texts which the background search has not read. */
export async function listRecentChanges(db: Db, since: Date, limit: number) {
  const rows = await db
    .selectFrom('law_changes')
    .innerJoin('laws', 'laws.id', 'law_changes.law_id')
    .select(['law_changes.id', 'laws.norm_key as normKey', 'law_changes.created_at as createdAt'])
    .where('law_changes.created_at', '>', since)
    .where('law_changes.undone_at', 'is', null)
    .orderBy('law_changes.created_at', 'desc')
    .limit(limit)
    .execute();
  return rows;
}

export async function countDevices(db: Db | Tx, changeId: number): Promise<number> {
  const { count } = await db
    .selectFrom('law_change_devices')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('change_id', '=', changeId)
    .executeTakeFirstOrThrow();
  return count;
}

export async function listAnswerers(tx: Db | Tx, questionIds: readonly number[]): Promise<string[]> {
  const { rows } = await sql<{ userId: string }>`
    SELECT DISTINCT user_id AS "userId" FROM answer_log WHERE question_id = ANY(${[...questionIds]}::integer[])`.execute(
    tx,
  );
  return rows.map(({ userId }) => userId);
}

const questionsOf = sql`
  CASE changed.kind
    WHEN 'question' THEN ARRAY[item.question_id]
    WHEN 'base_text' THEN coalesce((SELECT array_agg(questions.id ORDER BY questions.id) FROM questions
                                    WHERE questions.base_text_id = item.base_text_id), '{}')
    ELSE '{}'::integer[] END`;

export type ChosenItem = {
  id: number;
  kind: string;
  /** Their status follows from the decision about the item. */
  questionIds: number[];
  decision: string;
  /** The reason that the decision gave to outdated questions. */
  reason: string;
};

/** Locks items of a change, each with its questions and its decision. */
export async function lockChosen(tx: Tx, changeId: number, ids: readonly number[]): Promise<ChosenItem[]> {
  const { rows } = await sql<ChosenItem>`
    SELECT changed.id, changed.kind, ${questionsOf} AS "questionIds", changed.decision,
           coalesce(decided.reason, '') AS reason
    FROM law_change_items changed
    LEFT JOIN law_items item ON item.id = changed.item_id
    LEFT JOIN law_change_decisions decided ON decided.id = changed.decision_id
    WHERE changed.change_id = ${changeId} AND changed.id = ANY(${[...ids]}::integer[])
      AND changed.kind NOT IN ('card', 'note')
    ORDER BY changed.id FOR UPDATE OF changed`.execute(tx);
  return rows;
}

export type DecidedItem = {
  id: number;
  questionIds: number[];
  /** What an undo restores; `reason` is the one that outdated questions get back. */
  earlier: string;
  reason: string;
};

/** Locks the items that a decision still decides, each with the decision before it. */
export async function lockDecided(tx: Tx, decisionId: number): Promise<DecidedItem[]> {
  const { rows } = await sql<DecidedItem>`
    SELECT changed.id, ${questionsOf} AS "questionIds", coalesce(before.decision, 'open') AS earlier,
           coalesce(before.reason, '') AS reason
    FROM law_change_items changed
    LEFT JOIN law_items item ON item.id = changed.item_id
    LEFT JOIN law_change_decisions before ON before.id = changed.earlier[cardinality(changed.earlier)]
    WHERE changed.decision_id = ${decisionId}
    ORDER BY changed.id FOR UPDATE OF changed`.execute(tx);
  return rows;
}

type NewDecision = {
  changeId: number;
  decision: string;
  reason: string;
  itemIds: readonly number[];
  by: string;
  now: Date;
  creationKey: string;
};

/** Undefined where the same key decided before. */
export async function insertDecision(tx: Tx, decision: NewDecision): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    INSERT INTO law_change_decisions (change_id, decision, reason, item_count, created_by, created_at, creation_key)
    VALUES (${decision.changeId}, ${decision.decision}, ${decision.reason}, ${decision.itemIds.length},
            ${decision.by}::uuid, ${decision.now}::timestamptz, ${decision.creationKey}::uuid)
    ON CONFLICT (creation_key) DO NOTHING
    RETURNING id`.execute(tx);
  const id = rows[0]?.id;
  if (id === undefined) return undefined;
  await sql`
    UPDATE law_change_items SET earlier = array_remove(earlier || decision_id, NULL), decision = ${decision.decision},
                                decision_id = ${id}
    WHERE change_id = ${decision.changeId} AND id = ANY(${[...decision.itemIds]}::integer[])`.execute(tx);
  return id;
}

export type LeftQuestion = { id: number; reason: string };

/** Records the questions that a decision or its undo did not change. */
export async function saveLeft(tx: Tx, id: number, left: readonly LeftQuestion[], shown: number): Promise<void> {
  await tx
    .updateTable('law_change_decisions')
    .set({ left_count: left.length, left_questions: JSON.stringify(left.slice(0, shown)) })
    .where('id', '=', id)
    .execute();
}

export async function findDecision(db: Db | Tx, id: number) {
  return db
    .selectFrom('law_change_decisions')
    .select(['id', 'change_id as changeId', 'decision', 'reason', 'created_at as createdAt', 'undone_at as undoneAt'])
    .where('id', '=', id)
    .executeTakeFirst();
}

export async function findDecisionByKey(db: Db | Tx, creationKey: string) {
  return db
    .selectFrom('law_change_decisions')
    .select('change_id as changeId')
    .where('creation_key', '=', creationKey)
    .executeTakeFirst();
}

/** False where it was undone before. */
export async function markDecisionUndone(tx: Tx, id: number, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('law_change_decisions')
    .set({ undone_at: now })
    .where('id', '=', id)
    .where('undone_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Gives items of an undone decision the one before it. Items that a later decision took keep that one. */
export async function restoreItems(
  tx: Tx,
  { changeId, decisionId, itemIds }: { changeId: number; decisionId: number; itemIds: readonly number[] },
): Promise<void> {
  await sql`
    UPDATE law_change_items SET
      decision = coalesce((SELECT before.decision FROM law_change_decisions before
                           WHERE before.id = earlier[cardinality(earlier)]), 'open'),
      decision_id = earlier[cardinality(earlier)], earlier = trim_array(earlier, least(cardinality(earlier), 1))
    WHERE decision_id = ${decisionId} AND id = ANY(${[...itemIds]}::integer[])`.execute(tx);
  await sql`
    UPDATE law_change_items SET earlier = array_remove(earlier, ${decisionId}::integer)
    WHERE change_id = ${changeId} AND ${decisionId}::integer = ANY(earlier)`.execute(tx);
}

export async function listDecisions(db: Db | Tx, changeId: number, limit: number) {
  return db
    .selectFrom('law_change_decisions')
    .select([
      'id',
      'decision',
      'item_count as itemCount',
      'created_at as createdAt',
      'undone_at as undoneAt',
      'left_count as leftCount',
      sql<LeftQuestion[]>`left_questions`.as('left'),
    ])
    .where('change_id', '=', changeId)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

export async function findLawHead(db: Db | Tx, id: number) {
  return db
    .selectFrom('laws')
    .select(['id', 'name', 'short_name as shortName', 'norm_key as normKey', 'revision'])
    .where('id', '=', id)
    .executeTakeFirst();
}
