import { sql } from 'kysely';
import type { AuditFilters } from '#contract/platform/audit.ts';
import { TIME_ZONE } from '#contract/time.ts';
import type { Db } from '#server/db/handle.ts';
import { likePattern } from '#server/db/keys.ts';

type Details = Record<string, string | number | boolean | null>;

/** An action, or all of a kind: names have no letter between `.` and `/`, so this is a range of the index. */
const actionIs = (action: string) =>
  action.includes('.')
    ? sql<boolean>`e.action = ${action}`
    : sql<boolean>`(e.action >= ${`${action}.`} AND e.action < ${`${action}/`})`;

const startOf = (day: string) => sql`(${day}::date::timestamp AT TIME ZONE ${sql.lit(TIME_ZONE)})`;
const startAfter = (day: string) => sql`((${day}::date + 1)::timestamp AT TIME ZONE ${sql.lit(TIME_ZONE)})`;

function filtered(db: Db, { search, action, subject, from, to }: AuditFilters) {
  const words = search?.trim() ?? '';
  return db
    .selectFrom('audit_events as e')
    .$if(words !== '', (query) =>
      query.where('e.actor_id', 'in', (select) =>
        select.selectFrom('users').select('users.id').where('users.search_key', 'like', likePattern(words)),
      ),
    )
    .$if(action !== undefined, (query) => query.where(actionIs(action ?? '')))
    .$if(subject !== undefined, (query) => query.where('e.subject', '=', subject ?? ''))
    .$if(from !== undefined, (query) => query.where(sql<boolean>`e.at >= ${startOf(from ?? '')}`))
    .$if(to !== undefined, (query) => query.where(sql<boolean>`e.at < ${startAfter(to ?? '')}`));
}

export async function listAuditRows(db: Db, filter: AuditFilters & { limit: number; after: { id: number } | null }) {
  const rows = await filtered(db, filter)
    .leftJoin('users as actor', 'actor.id', 'e.actor_id')
    .select(['e.id', 'e.at', 'e.action', 'e.subject', 'e.details', 'e.actor_id as actorId'])
    .select(sql<string | null>`actor.first_name || ' ' || actor.last_name`.as('actorName'))
    .$if(filter.after !== null, (query) => query.where('e.id', '<', sql<never>`${filter.after?.id}`))
    .orderBy('e.id', 'desc')
    .limit(filter.limit)
    .execute();
  return rows.map((row) => ({ ...row, id: Number(row.id), details: row.details as Details }));
}

export async function countAuditRows(db: Db, filter: AuditFilters): Promise<number> {
  const { count } = await filtered(db, filter)
    .select((select) => select.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}
