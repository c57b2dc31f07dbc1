import { expect, it } from 'vitest';
import { ApiError } from '#web/lib/api.ts';
import { explainSaveFailure } from './save-failure.ts';

const failure = (status: number, code = 'x', retryAfter?: number) =>
  new ApiError(status, 'texto', { code, message: 'texto', requestId: 'r', ...(retryAfter ? { retryAfter } : {}) });

it.each([
  ['offline', failure(0), { retryIn: null }],
  ['a fault of the server', failure(500), { retryIn: null }],
  ['the database away', failure(503), { retryIn: null }],
  ['too fast', failure(429, 'too_many_requests', 3), { retryIn: 3000 }],
  ['logged out', failure(401), { retryIn: 60_000 }],
  ['time over', failure(409, 'attempt_expired'), { end: 'expired' }],
  ['finished elsewhere', failure(409, 'attempt_closed'), { end: 'closed' }],
  ['not there', failure(404), { end: 'refused' }],
  ['not understood', failure(400), { end: 'refused' }],
  ['anything else', new Error('?'), { retryIn: null }],
])('%s', (_, error, meaning) => expect(explainSaveFailure(error)).toEqual(meaning));

it('retries after too many requests wait as long as the server asks, and do not all start at once', () => {
  const pauses = Array.from({ length: 50 }, () => {
    const meaning = explainSaveFailure(failure(503, 'unavailable', 4));
    return 'retryIn' in meaning ? (meaning.retryIn ?? 0) : 0;
  });
  expect(Math.min(...pauses)).toBeGreaterThanOrEqual(4000);
  expect(Math.max(...pauses)).toBeLessThanOrEqual(6000);
  expect(new Set(pauses).size).toBeGreaterThan(1);
});
