import { sql } from 'kysely';
import type { Db } from '../../db/handle.ts';

/** Filters need no more: beyond this, people search. */
const MOST = 500;

export async function countBySubject(db: Db) {
  return db
    .selectFrom('subjects')
    .leftJoin('questions', (join) =>
      join
        .onRef('questions.subject_id', '=', 'subjects.id')
        .on('questions.in_bank', '=', true)
        .on('questions.status', '=', 'active'),
    )
    .select((select) => ['subjects.id', 'subjects.name', select.fn.count<number>('questions.id').as('activeCount')])
    .groupBy(['subjects.id', 'subjects.name'])
    .orderBy(sql`subjects.name COLLATE "pt-BR-x-icu"`)
    .execute();
}

export async function countByTopic(db: Db) {
  return db
    .selectFrom('questions')
    .select((select) => [
      'subject_id as subjectId',
      'topic',
      select.fn.countAll<number>().filterWhere('status', '=', 'active').as('activeCount'),
    ])
    .where('in_bank', '=', true)
    .where('topic', '!=', '')
    .groupBy(['subject_id', 'topic'])
    .orderBy(sql`topic COLLATE "pt-BR-x-icu"`)
    .limit(MOST)
    .execute();
}

export async function listSources(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('questions')
    .select('source')
    .where('in_bank', '=', true)
    .where('source', '!=', '')
    .groupBy('source')
    .orderBy(sql`source COLLATE "pt-BR-x-icu"`)
    .limit(MOST)
    .execute();
  return rows.map(({ source }) => source);
}

export async function listYears(db: Db): Promise<number[]> {
  const rows = await db
    .selectFrom('questions')
    .select('year')
    .distinct()
    .where('in_bank', '=', true)
    .where('year', 'is not', null)
    .orderBy('year', 'desc')
    .execute();
  return rows.flatMap(({ year }) => (year === null ? [] : [year]));
}
