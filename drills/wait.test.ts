import { expect, test } from 'vitest';
import { until, within } from './wait.ts';

const never = () => new Promise<never>(() => undefined);

test('a check that never answers ends with the line that says what it waited for', async () => {
  await expect(until('another primary', 20, never, 1)).rejects.toThrow(/^another primary: not within 0\.02 s\./);
});

test('a check that fails every time ends with its last reason', async () => {
  const refused = () => Promise.reject(new Error('connection refused'));
  await expect(until('answers', 20, refused, 1)).rejects.toThrow(
    'answers: not within 0.02 s. The last check: connection refused',
  );
});

test('a check that fails at first and holds later ends the wait', async () => {
  let tries = 0;
  const later = () => {
    tries += 1;
    if (tries < 3) throw new Error('not yet');
    return true;
  };
  await until('answers', 5000, later, 1);
  expect(tries).toBe(3);
});

test('work that takes too long ends with its name, and work in time with its result', async () => {
  await expect(within('counting', 10, never())).rejects.toThrow('counting: not within 0.01 s.');
  expect(await within('counting', 5000, Promise.resolve(7))).toBe(7);
});
