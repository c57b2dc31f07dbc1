import { expect, test } from 'vitest';
import { useTestApp } from '#server/testing/test-app.ts';
import { waysTo } from './export.policy.ts';
import { listReferences } from './export.store.ts';

/**
 * The rules of release 0.9.0, which stays the oldest program beside today's tables during an upgrade. It refuses every
 * export when a column of another name refers to a user, and exports every table that refers to a person's rows.
 */
const rulesOf090 = {
  ownerColumns: ['student_id', 'user_id', 'owner_id', 'author_id', 'instructor_id'],
  actorColumns: [
    ...['decided_by', 'recorded_by', 'sent_by', 'uploaded_by', 'closed_by', 'actor_id', 'saved_by', 'published_by'],
    ...['written_by', 'typed_by', 'answered_by', 'stopped_by', 'leased_by', 'returned_by', 'confirmed_by', 'asked_by'],
    'created_by',
  ],
  schoolTables: ['statement_entries', 'essay_readings'],
};

const app = useTestApp();

test('release 0.9.0 exports the data of a person from the tables of today, and no table that today leaves out', async () => {
  const references = await listReferences(app.deps.db);
  const tables = (ways: { table: string }[]) => [...new Set(ways.map(({ table }) => table))].sort();
  const today = tables(waysTo(references));
  expect(tables(waysTo(references, rulesOf090)).filter((table) => !today.includes(table))).toEqual([]);
});
