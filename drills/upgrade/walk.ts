import { join } from 'node:path';
import type pg from 'pg';
import type { EndpointSpec } from '#contract/endpoint.ts';
import { addressOf, requiredQuery } from '#server/testing/endpoints.ts';
import { unzip } from '#server/testing/zip.ts';
import { type Answer, differences } from './differences.ts';

/** A person whose school is walked, by a session of theirs. */
export type Walker = { label: string; cookie: string };

const MOST_PER_CALL = 2;
const ANSWER_MS = 60_000;

/** Statements for the ids in the path of a call: each returns one column per parameter, in their order. */
const idsByPath: [path: RegExp, statement: string][] = [
  [/^\/api\/(?:articles|lesson-drafts)\/:id/, 'SELECT id FROM lessons'],
  [/^\/api\/(?:teacher\/)?quizzes\/:id|^\/api\/quiz-attempts\/:quizId/, 'SELECT id FROM quizzes'],
  [/^\/api\/(?:reports\/|teacher\/)?courses\/:id/, 'SELECT id FROM courses'],
  [/^\/api\/attempts\/:id/, 'SELECT id FROM attempts'],
  [/^\/api\/practices\/:id/, 'SELECT id FROM practices'],
  [
    /^\/api\/(?:teacher\/questions|answered-questions)\/:id|^\/api\/mistakes\/:questionId/,
    'SELECT question_id AS id FROM attempt_questions',
  ],
  [/^\/api\/exams\/:id\/map\/:topicId/, 'SELECT e.id, t.id AS topic FROM exams e, topics t'],
  [/^\/api\/(?:teacher\/|admin\/)?exams\/:id/, 'SELECT id FROM exams'],
  [/^\/api\/laws\/:id\/articles\/:article/, 'SELECT DISTINCT law_id, article FROM law_devices'],
  [/^\/api\/laws\/:id/, 'SELECT id FROM laws'],
  [/^\/api\/(?:teacher\/)?essay-themes\/:id/, 'SELECT id FROM essay_themes'],
  [/^\/api\/(?:teacher\/)?essays\/:id/, 'SELECT id FROM essays'],
  [/^\/api\/admin\/users\/:id/, 'SELECT id FROM users'],
  [/^\/api\/certificates\/:code/, 'SELECT code FROM certificates'],
  [/^\/api\/payments\/by-code\/:paymentCode/, 'SELECT payment_code FROM payments'],
  [/^\/api\/payments\/proofs\/:id/, 'SELECT id FROM payment_proofs'],
  [/^\/api\/media\/:id/, 'SELECT id FROM media'],
  [/^\/api\/admin\/pages\/:page(?:\/versions)?$/, 'SELECT DISTINCT page FROM page_versions'],
];

/** Calls that say how a process is, or lead elsewhere: no part of what a person has. */
const unwalked = new Set([
  ...['metrics', 'health', 'ready', 'serving', 'googleCallback', 'loginPage', 'apiDocs', 'openApiDocument'],
  // A secret of the person is made by the first call.
  'getPlanFeed',
]);

type Call = { name: string; address: string };

async function callsOf(endpoints: Record<string, EndpointSpec>, client: pg.Client) {
  const calls: Call[] = [];
  const withoutIds: string[] = [];
  for (const [name, endpoint] of Object.entries(endpoints)) {
    if (endpoint.method !== 'GET' || unwalked.has(name)) continue;
    const params = [...endpoint.path.matchAll(/:(\w+)/g)].map(([, param = '']) => param);
    const query = requiredQuery(endpoint);
    if (params.length === 0) {
      calls.push({ name, address: endpoint.path + query });
      continue;
    }
    const statement = idsByPath.find(([path]) => path.test(endpoint.path))?.[1];
    const { rows } = statement
      ? await client.query<unknown[]>({
          text: `SELECT * FROM (${statement}) AS ids ORDER BY md5(ids::text) LIMIT ${MOST_PER_CALL}`,
          rowMode: 'array',
        })
      : { rows: [] };
    if (rows.length === 0) withoutIds.push(name);
    for (const row of rows) {
      const filled = Object.fromEntries(params.map((param, index) => [param, String(row[index])]));
      calls.push({ name, address: addressOf(endpoint, filled) + query });
    }
  }
  return { calls, withoutIds };
}

async function ask(url: string, { address }: Call, { cookie }: Walker): Promise<Answer> {
  const response = await fetch(url + address, {
    headers: { cookie },
    redirect: 'manual',
    signal: AbortSignal.timeout(ANSWER_MS),
  });
  const bytes = Buffer.from(await response.arrayBuffer());
  const type = response.headers.get('content-type') ?? '';
  const own = type.startsWith('application/zip') ? unzip(bytes)['dados.json'] : undefined;
  if (own) return { status: response.status, type, body: JSON.parse(own.toString('utf8')) };
  const body = type.includes('json') ? (JSON.parse(bytes.toString('utf8')) as unknown) : bytes.toString('latin1');
  return { status: response.status, type, body };
}

export type Walk = {
  /** Answers that were compared, by status. */
  compared: Record<number, number>;
  /** Calls of the older contract for which the school has nothing to ask for. */
  withoutIds: string[];
  differences: { name: string; address: string; person: string; what: string[] }[];
};

/** Asks both servers every GET of the older contract for every person, and compares what they answer. */
export async function walkBoth(options: {
  /** The folder of the older release. */
  folder: string;
  urls: { older: string; newer: string };
  people: readonly Walker[];
  client: pg.Client;
}): Promise<Walk> {
  const { endpoints } = (await import(join(options.folder, 'contract/index.ts'))) as {
    endpoints: Record<string, EndpointSpec>;
  };
  const { calls, withoutIds } = await callsOf(endpoints, options.client);
  const walk: Walk = { compared: {}, withoutIds, differences: [] };
  const { older, newer } = options.urls;
  for (const person of options.people) {
    for (const call of calls) {
      const [before, after] = await Promise.all([ask(older, call, person), ask(newer, call, person)]);
      walk.compared[after.status] = (walk.compared[after.status] ?? 0) + 1;
      const what = differences([before, before], [after, after]);
      if (what.length > 0) {
        // Only then is it worth to ask again which of the values change by themselves.
        const [again, newerAgain] = [await ask(older, call, person), await ask(newer, call, person)];
        what.splice(0, what.length, ...differences([before, again], [after, newerAgain]));
      }
      if (Math.max(before.status, after.status) >= 500) {
        what.push(`a server failed: ${before.status}, ${after.status}`);
      }
      if (what.length > 0) walk.differences.push({ ...call, person: person.label, what });
    }
  }
  return walk;
}
