import { sql } from 'kysely';
import type { Tx } from '#server/db/handle.ts';

/** The rules of every version that speaks of a subject. */
export async function listRulesNaming(tx: Tx, subjectId: number) {
  const { rows } = await sql<{ id: number; rules: unknown }>`
    SELECT id, rules FROM quiz_versions
    WHERE rules IS NOT NULL AND (
      jsonb_path_exists(rules, '$.weights[*].subjectId ? (@ == $id)', jsonb_build_object('id', ${subjectId}::int))
      OR jsonb_path_exists(rules, '$.minimums[*].subjectIds[*] ? (@ == $id)', jsonb_build_object('id', ${subjectId}::int))
      OR jsonb_path_exists(rules, '$.tieBreaks[*].subjectId ? (@ == $id)', jsonb_build_object('id', ${subjectId}::int)))
    FOR UPDATE`.execute(tx);
  return rows;
}

export async function setRules(tx: Tx, versionId: number, rules: object): Promise<void> {
  await tx
    .updateTable('quiz_versions')
    .set({ rules: JSON.stringify(rules) })
    .where('id', '=', versionId)
    .execute();
}
