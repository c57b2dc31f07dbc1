import { expect, test } from 'vitest';
import { createLog } from './logging.ts';

test('the log of several failures at once names each of them', () => {
  const lines: string[] = [];
  const log = createLog({ logLevel: 'info' }, { write: (line: string) => void lines.push(line) });
  const late = Object.assign(new Error('canceling statement due to lock timeout'), { code: '55P03' });
  log.error(
    { err: new AggregateError([late, new TypeError('no such column')], '2 of 3 items failed.') },
    'a job failed',
  );
  expect(JSON.parse(lines[0] ?? '').err).toMatchObject({
    message: '2 of 3 items failed.',
    causes: [
      { code: '55P03', message: 'canceling statement due to lock timeout' },
      { type: 'TypeError', message: 'no such column' },
    ],
  });
});
