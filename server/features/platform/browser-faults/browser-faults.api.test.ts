import { expect, it, vi } from 'vitest';
import { useTestApp } from '#server/testing/test-app.ts';

const token = 'm'.repeat(32);
const test = useTestApp({ METRICS_TOKEN: token });

const fault = {
  kind: 'render',
  name: 'TypeError',
  message: "Cannot read properties of undefined (reading 'length')",
  path: '/quizzes/7',
  stack: 'TypeError: x\n    at Draw (http://127.0.0.1/assets/index-Bt4.js:3:120)',
};

const report = (body: unknown, remoteAddress = '10.7.0.1') =>
  test.app.inject({
    method: 'POST',
    url: '/api/browser-faults',
    remoteAddress,
    payload: JSON.stringify(body),
    headers: { 'content-type': 'application/json' },
  });

/** So far: the files of a worker share the counters of its process. */
async function counted(): Promise<number> {
  const { body } = await test.app.inject({ url: '/metrics', headers: { authorization: `Bearer ${token}` } });
  return Number(/alvorada_browser_faults_total\{kind="render"\} (\d+)/.exec(body)?.[1] ?? 0);
}

it('writes one clean line for the operator and counts it', async () => {
  const before = await counted();
  const warn = vi.spyOn(test.deps.log, 'warn');
  const response = await report({
    ...fault,
    name: 'Type Error <b>',
    message: 'não lido: "minha resposta" de ana@exemplo.com',
    path: '/quizzes/7?q=segredo#c=ABCD',
    typed: 'minha redação inteira',
  });
  expect([response.statusCode, response.json()]).toEqual([200, { ok: true }]);
  expect(warn.mock.calls).toEqual([
    [
      {
        browserFault: {
          kind: 'render',
          name: 'unknown',
          message: 'não lido: "…" de #',
          screen: '/quizzes/#',
          places: 'Draw (/assets/index-Bt4.js:3:120)',
        },
      },
      'a part of a page broke in a browser',
    ],
  ]);
  warn.mockRestore();
  expect(await counted()).toBe(before + 1);
});

it('ten reports a minute are accepted from one address, and ten more in the next minute', async () => {
  const address = '10.9.9.9';
  const statuses: number[] = [];
  for (let count = 0; count < 12; count += 1) statuses.push((await report(fault, address)).statusCode);
  expect(statuses).toEqual([...Array(10).fill(200), 429, 429]);
  expect((await report(fault, '10.9.9.10')).statusCode).toBe(200);
  test.clock.advance(60_001);
  expect((await report(fault, address)).statusCode).toBe(200);
});

it('lets no more through when twenty come at once', async () => {
  const answers = await Promise.all(Array.from({ length: 20 }, () => report(fault, '10.9.9.11')));
  expect(answers.filter(({ statusCode }) => statusCode === 200).length).toBeLessThanOrEqual(10);
});

it.each([
  ['more than 4 KB', 413, { ...fault, stack: 'x'.repeat(4200) }],
  ['a stack that is too long', 400, { ...fault, stack: 'x'.repeat(2001) }],
  ['another kind', 400, { ...fault, kind: 'advert' }],
  ['no path', 400, { ...fault, path: undefined }],
  ['a text with NUL', 400, { ...fault, message: 'a\0b' }],
])('a report with %s is refused with %i', async (_, status, body) => {
  expect((await report(body)).statusCode).toBe(status);
});
