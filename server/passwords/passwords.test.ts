import { hash } from '@node-rs/argon2';
import { expect, test } from 'vitest';
import { createPasswords } from './passwords.ts';

const passwords = await createPasswords(() => new Error('Too many.'));

test('a hash is argon2id with its own salt and fits only its password', async () => {
  const [one, two] = await Promise.all([passwords.hash('segredo1'), passwords.hash('segredo1')]);
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(one).not.toBe(two);
  expect(await passwords.matches('segredo1', one)).toBe(true);
  expect(await passwords.matches('Segredo1', one)).toBe(false);
});

test('no password matches an unknown account', async () => {
  expect(await passwords.matches('nobody has this password', undefined)).toBe(false);
});

test('a flood of hashes is refused above the limit, and the others are served', async () => {
  // The stored hash sets the cost: a cheap one keeps the test short.
  const stored = await hash('segredo1', { memoryCost: 1024, timeCost: 1, parallelism: 1 });
  const outcomes = await Promise.allSettled(Array.from({ length: 230 }, () => passwords.matches('segredo1', stored)));
  const refused = outcomes.filter((outcome) => outcome.status === 'rejected');
  expect(refused).toHaveLength(28);
  for (const { reason } of refused) expect(reason).toMatchObject({ message: 'Too many.' });
  expect(await passwords.matches('segredo1', stored)).toBe(true);
});
