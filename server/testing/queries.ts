import type { KyselyPlugin } from 'kysely';
import type { Db } from '../db/connect.ts';

/** The same database, counting the queries that go through it. */
export function countQueries(db: Db) {
  let queries = 0;
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => {
      queries += 1;
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  return {
    db: db.withPlugin(plugin),
    count: () => queries,
    reset: () => {
      queries = 0;
    },
  };
}
