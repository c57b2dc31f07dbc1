import { beforeAll, expect, it } from 'vitest';
import { VISIT_DAYS } from '#contract/platform/visit-figures.ts';
import { DAY_MS, HOUR_MS } from '#contract/time.ts';
import { createPerson, type Person } from '#server/testing/factories.ts';
import { useTestApp } from '#server/testing/test-app.ts';

const test = useTestApp();
let admin: Person;
beforeAll(async () => {
  admin = await createPerson(test.deps.db, { role: 'admin' });
});

let networks = 0;
/** From another network each time, unless one is named. */
function report(body: unknown, from?: string) {
  networks += 1;
  return test.app.inject({
    method: 'POST',
    url: '/api/visit-figures',
    remoteAddress: from ?? `10.20.0.${networks}`,
    payload: JSON.stringify(body),
    headers: { 'content-type': 'application/json' },
  });
}

const lcp = (value: number, screen = '/articles/:id') => ({ figures: [{ metric: 'LCP', screen, value }] });

const listed = async (screen: string) => {
  const rows = (await test.request({ url: '/api/admin/visit-figures', as: admin })).json() as { screen: string }[];
  return rows.find((row) => row.screen === screen);
};

const stored = () => test.deps.db.selectFrom('visit_figures').selectAll().execute();

it('visits are counted by screen, and the 75th percentile is shown from twenty visits on', async () => {
  for (let visit = 0; visit < 19; visit += 1) await report(lcp(1000));
  expect(await listed('/articles/:id')).toEqual({
    screen: '/articles/:id',
    LCP: { visits: 19, p75: null },
    INP: null,
    CLS: null,
  });
  for (let visit = 0; visit < 21; visit += 1) await report(lcp(3000));
  const { LCP } = (await listed('/articles/:id')) as unknown as { LCP: { visits: number; p75: number } };
  expect(LCP.visits).toBe(40);
  expect(LCP.p75).toBeGreaterThan(2400);
  expect(LCP.p75).toBeLessThan(3600);
});

it('each metric counts once for a visit, and neither a person nor an address is stored', async () => {
  await test.app.inject({
    method: 'POST',
    url: '/api/visit-figures',
    remoteAddress: '10.21.0.1',
    headers: { 'content-type': 'application/json', cookie: admin.cookie, 'user-agent': 'Aparelho da Ana' },
    payload: JSON.stringify({
      figures: [
        { metric: 'INP', screen: '/study', value: 90 },
        { metric: 'INP', screen: '/study', value: 100 },
        { metric: 'CLS', screen: '/study', value: 0.01 },
      ],
    }),
  });
  const rows = (await stored()).filter(({ screen }) => screen === '/study');
  expect(rows.map(({ metric, visits }) => ({ metric, visits }))).toEqual([
    { metric: 'CLS', visits: 1 },
    { metric: 'INP', visits: 1 },
  ]);
  expect(Object.keys(rows[0] ?? {}).sort()).toEqual(['bucket', 'day', 'metric', 'screen', 'visits']);
});

it.each([
  ['a screen that does not exist', 400, lcp(1, '/articles/7')],
  ['a path with a person in it', 400, lcp(1, '/admin/users/ana@exemplo.com')],
  ['a metric that does not exist', 400, { figures: [{ metric: 'FID', screen: '/', value: 1 }] }],
  ['a negative value', 400, lcp(-1)],
  ['a value of hours', 400, lcp(HOUR_MS)],
  ['a shift beyond sense', 400, { figures: [{ metric: 'CLS', screen: '/', value: 101 }] }],
  ['no number', 400, { figures: [{ metric: 'LCP', screen: '/', value: '1' }] }],
  ['nothing', 400, { figures: [] }],
  ['four figures', 400, { figures: Array(4).fill(lcp(1).figures[0]) }],
  ['a list in place of an object', 400, [1, 2]],
  ['more than a kilobyte', 413, { figures: lcp(1).figures, note: 'x'.repeat(1100) }],
])('a report with %s is refused with %i and stores nothing', async (_, status, body) => {
  const before = await stored();
  expect((await report(body)).statusCode).toBe(status);
  expect(await stored()).toEqual(before);
});

it('sixty reports an hour are accepted from one network, also when they come at once', async () => {
  const answers = await Promise.all(Array.from({ length: 70 }, () => report(lcp(1, '/courses'), '10.22.0.1')));
  // Those that come at once are refused rather than let through.
  for (let count = 0; count < 60; count += 1) answers.push(await report(lcp(1, '/courses'), '10.22.0.1'));
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(60);
  expect((await report(lcp(1, '/courses'), '10.22.0.1')).statusCode).toBe(429);
  expect((await report(lcp(1, '/courses'), '10.22.0.2')).statusCode).toBe(200);
});

it('loses no count when many visits of the same screens end at once, in any order', async () => {
  const both = [
    { metric: 'INP', screen: '/quizzes', value: 8 },
    { metric: 'LCP', screen: '/quizzes/:id', value: 8 },
    { metric: 'CLS', screen: '/', value: 0 },
  ];
  const bodies = Array.from({ length: 40 }, (_, index) => ({ figures: index % 2 === 0 ? both : [...both].reverse() }));
  const answers = await Promise.all(bodies.map((body) => report(body)));
  expect(answers.every(({ statusCode }) => statusCode === 200)).toBe(true);
  const rows = (await stored()).filter(({ screen }) => ['/quizzes', '/quizzes/:id', '/'].includes(screen));
  expect(rows.map(({ visits }) => visits)).toEqual([40, 40, 40]);
});

it('forgets what is older than four weeks, in the list at once and in the table with the next cleanup', async () => {
  await report(lcp(1, '/offline'));
  expect(await listed('/offline')).toBeDefined();
  const before = test.clock.now();
  test.clock.set(new Date(before.getTime() + VISIT_DAYS * DAY_MS).toISOString());
  expect(await listed('/offline')).toBeUndefined();
  await test.deps.jobs.send(test.deps.db, 'cleanup', {});
  await test.deps.jobs.drain();
  expect((await stored()).filter(({ screen }) => screen === '/offline')).toEqual([]);
  test.clock.set(before.toISOString());
});
