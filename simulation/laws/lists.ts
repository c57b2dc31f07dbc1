import { sql } from 'kysely';
import * as z from 'zod/mini';
import type { EndpointSpec } from '#contract/endpoint.ts';
import { endpoints } from '#contract/index.ts';
import { DAY_MS } from '#contract/time.ts';
import type { Staff, Student } from '../people.ts';
import type { Reply, School } from '../school.ts';

type List = {
  name: string;
  access: EndpointSpec['access'];
  /** The parameter of its path; undefined: it needs none. */
  param: string | undefined;
  path: string;
  /** Words that its query understands, by their name: each restricts the list to some of its rows. */
  filters: [name: string, value: string][];
};

const options = { unrepresentable: 'any', io: 'input' } as const;
type Schema = { enum?: unknown[]; const?: unknown; anyOf?: Schema[] };

const wordsOf = ({ enum: words = [], const: only, anyOf = [] }: Schema): string[] => [
  ...[...words, only].filter((word) => typeof word === 'string'),
  ...anyOf.flatMap(wordsOf),
];

/** Every list of the contract that comes in pages. */
const lists: List[] = Object.entries(endpoints as Record<string, EndpointSpec>).flatMap(([name, spec]) => {
  const { method, path, access, query } = spec;
  const fields = query ? ((z.toJSONSchema(query, options).properties ?? {}) as Record<string, Schema>) : {};
  if (method !== 'GET' || !('cursor' in fields)) return [];
  const filters = Object.entries(fields).flatMap(([field, schema]) =>
    wordsOf(schema).map((word): [string, string] => [field, word]),
  );
  return [{ name, path, access, filters, param: /:(\w+)/.exec(path)?.[1] }];
});

/** The tables whose rows a parameter names. */
const tables: Record<string, string> = {
  '/api/admin/statements': 'statements',
  '/api/admin/law-changes': 'law_changes',
  '/api/laws': 'laws',
  '/api/courses': 'courses',
  '/api/reports/courses': 'courses',
  '/api/teacher/question-imports': 'question_imports',
  '/api/quiz-attempts': 'quizzes',
};

/** A list longer than this is not read to its end. */
const PAGES_MAX = 20;

type Asked = { as: Student | Staff; params?: Record<string, number>; query: Record<string, string | number> };

const rowsOf = ({ body }: Reply): unknown[] | undefined => {
  if (Array.isArray(body)) return body;
  const inside = body && typeof body === 'object' ? Object.values(body).filter(Array.isArray) : [];
  return inside.length === 1 ? (inside[0] as unknown[]) : undefined;
};

/** Reads a list page by page: as many rows as it says, and none of them twice. */
async function violationOf(school: School, name: string, { query, ...asked }: Asked): Promise<string | undefined> {
  const seen: string[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < PAGES_MAX; page += 1) {
    const reply = await school.call(name, {
      ...asked,
      query: { ...query, ...(cursor === undefined ? {} : { cursor }) },
    });
    const rows = rowsOf(reply);
    if (reply.status !== 200 || reply.total === undefined || !rows) return undefined;
    seen.push(...rows.map((row) => JSON.stringify(row)));
    if (reply.next === undefined) {
      const what = `${name} ${JSON.stringify({ ...asked.params, ...query })}`;
      if (seen.length !== reply.total) return `${what} says ${reply.total} rows, its pages have ${seen.length}`;
      if (new Set(seen).size !== seen.length) return `${what} has a row twice`;
      return undefined;
    }
    cursor = reply.next;
  }
  return undefined;
}

/** The rows that its parameter may name: one of them a day, in turn. */
async function paramsOf(school: School, { path, param }: List, turn: number): Promise<Record<string, number> | null> {
  if (!param) return {};
  const table = tables[path.slice(0, path.indexOf('/:'))];
  if (!table) return null;
  const { rows } = await sql<{ id: number }>`SELECT id FROM ${sql.table(table)} ORDER BY id LIMIT 50`.execute(
    school.reader,
  );
  const id = rows[turn % Math.max(1, rows.length)]?.id;
  return id === undefined ? null : { [param]: id };
}

/** The smallest page that all lists allow: then a list has several. */
const SMALL_PAGE = 2;
/** Every list is read in full each day, and one in four in small pages and by one of its words, in turn. */
const IN_DETAIL = 4;

/** Every list has as many rows as it says, for the students and for the owner, each row once. */
export async function listViolations(school: School): Promise<string[]> {
  const day = Math.floor(school.clock.now().getTime() / DAY_MS);
  const students = school.loggedIn();
  const student = students[day % Math.max(1, students.length)];
  const found: (string | undefined)[] = [];
  for (const [at, list] of lists.entries()) {
    const { staff } = school;
    const readers: (Student | Staff)[] =
      list.access === 'signedIn' && student
        ? [student, staff.owner]
        : list.access === 'author'
          ? [staff.owner, day % 2 === 0 ? staff.teacher : staff.other]
          : [staff.owner];
    const params = await paramsOf(school, list, day + at);
    if (!params) continue;
    for (const as of readers) found.push(await violationOf(school, list.name, { as, params, query: {} }));
    const turn = day + at;
    if (turn % IN_DETAIL !== 0) continue;
    const [as] = readers;
    const words = list.filters[Math.floor(turn / IN_DETAIL) % Math.max(1, list.filters.length)];
    if (!as) continue;
    found.push(await violationOf(school, list.name, { as, params, query: { limit: SMALL_PAGE } }));
    if (words) found.push(await violationOf(school, list.name, { as, params, query: { [words[0]]: words[1] } }));
  }
  return found.filter((one) => one !== undefined);
}
