import { expect, it } from 'vitest';
import { HOUR_MS } from '#contract/time.ts';
import type { Deps } from '#server/deps.ts';
import { usePixSchool } from '#server/testing/pix-school.ts';
import { publishNewAddress } from './webhook-address.service.ts';

const { test, bank } = usePixSchool();

/** Another process of the same school: it has registered nothing yet. */
const process = (more: Partial<Deps> = {}): Deps => ({ ...test.deps, ...more });
const registered = async () => {
  await test.deps.jobs.drain();
  return bank().webhooks.length;
};

it('a new address is registered once an hour, whatever the number of processes that make charges', async () => {
  await Promise.all([1, 2, 3].map(() => publishNewAddress(process())));
  expect(await registered()).toBe(1);
  await publishNewAddress(process());
  expect(await registered()).toBe(1);
  test.clock.advance(HOUR_MS);
  await publishNewAddress(process());
  expect(await registered()).toBe(2);
});

it('the address is registered again in the same hour for another PIX key', async () => {
  const before = await registered();
  const { now } = test.deps.school;
  const school = { ...test.deps.school, now: { ...now, pix: { ...now.pix, key: 'outra@escola.example' } } };
  await publishNewAddress(process({ school }));
  expect(await registered()).toBe(before + 1);
});
