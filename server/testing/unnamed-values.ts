import { sql } from 'kysely';
import { auditDetails, auditSubjects } from '#contract/platform/audit-names.ts';
import { upkeepFigures } from '#contract/platform/upkeep-figures.ts';
import type { Db } from '#server/db/handle.ts';

const figures: Record<string, readonly string[]> = upkeepFigures;
const known = {
  subject: new Set<string>(auditSubjects),
  detail: new Set<string>(auditDetails),
  figure: new Set(
    Object.entries(figures).flatMap(([job, names]) => [...names, 'failed'].map((name) => `${job} ${name}`)),
  ),
};

/**
 * Names in the audit and in results of scheduled jobs that the contract does not list. The browser has no words for
 * them, and people would read them as they are.
 */
export async function listUnnamedValues(db: Db): Promise<string[]> {
  const { rows } = await sql<{ list: keyof typeof known; name: string }>`
    SELECT DISTINCT 'subject' AS list, split_part(subject, ':', 1) AS name FROM audit_events
    UNION SELECT 'detail', jsonb_object_keys(details) FROM audit_events
    UNION SELECT 'figure', name || ' ' || jsonb_object_keys(result) FROM maintenance_runs`.execute(db);
  return rows.flatMap(({ list, name }) =>
    known[list].has(name) || name.startsWith('test') ? [] : [`${list}: ${name}`],
  );
}
