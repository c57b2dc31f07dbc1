import { describe, expect, it } from 'vitest';
import { countRows, createPerson } from '#server/testing/factories.ts';
import { useTestApp } from '#server/testing/test-app.ts';
import { perMinute } from './rate-limit.ts';
import { charge } from './throttle.ts';

const test = useTestApp();
const limit = { bucket: 'test', max: 3, windowMs: 60_000 };
const outcome = (value: string, on = limit) =>
  charge(test.deps, on, value).then(
    () => 'passed',
    (error: { code: string }) => error.code,
  );
const times = async (count: number, value: string) => {
  const outcomes: string[] = [];
  for (let i = 0; i < count; i += 1) outcomes.push(await outcome(value));
  return outcomes;
};

describe('a limit', () => {
  it('passes its number of calls in its window, per key and per kind', async () => {
    expect(await times(4, 'a')).toEqual(['passed', 'passed', 'passed', 'too_many_requests']);
    expect(await outcome('b')).toBe('passed');
    expect(await outcome('a', { ...limit, bucket: 'other' })).toBe('passed');
  });

  it('says how long to wait, and a refused try does not extend it', async () => {
    await times(3, 'wait');
    test.clock.advance(20_000);
    await expect(charge(test.deps, limit, 'wait')).rejects.toMatchObject({
      extras: { retryAfter: 40 },
      message: 'Muitas tentativas. Tente de novo em 1 minuto.',
    });
    await times(5, 'wait');
    test.clock.advance(40_001);
    expect(await outcome('wait')).toBe('passed');
  });

  it('slides: each try expires separately', async () => {
    for (let i = 0; i < 3; i += 1) {
      expect(await outcome('slide')).toBe('passed');
      test.clock.advance(20_000);
    }
    test.clock.advance(1);
    expect(await times(2, 'slide')).toEqual(['passed', 'too_many_requests']);
  });

  it('tells whether the next one would be refused', async () => {
    const told: boolean[] = [];
    for (let i = 0; i < 3; i += 1) told.push(await (await charge(test.deps, limit, 'full')).isFull());
    expect(told).toEqual([false, false, true]);
  });

  it('says minutes when there are more than one', async () => {
    const long = { ...limit, bucket: 'long', max: 1, windowMs: 90_000 };
    await outcome('long', long);
    await expect(charge(test.deps, long, 'long')).rejects.toMatchObject({
      extras: { retryAfter: 90 },
      message: 'Muitas tentativas. Tente de novo em 2 minutos.',
    });
  });

  it('refunds a try that was no failure after all', async () => {
    const charges = await Promise.all([1, 2, 3].map(() => charge(test.deps, limit, 'refund')));
    await charges[0]?.refund();
    expect(await outcome('refund')).toBe('passed');
    expect(await outcome('refund')).toBe('too_many_requests');
    await charges[1]?.clear();
    expect(await times(4, 'refund')).toEqual(['passed', 'passed', 'passed', 'too_many_requests']);
  });

  it('never passes more than its number, however many come at once', async () => {
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => outcome('flood')));
    expect(outcomes.filter((one) => one === 'passed').length).toBeLessThanOrEqual(3);
  });

  it('keeps no address, only a keyed hash', async () => {
    await outcome('198.51.100.7');
    const rows = await test.deps.db.selectFrom('throttle_events').select('key').execute();
    expect(rows.every(({ key }) => key.length === 32 && !key.includes('198.51'))).toBe(true);
  });

  it('is off with RATE_LIMIT=off, and then writes nothing', async () => {
    const before = await countRows(test.deps.db, 'throttle_events');
    const deps = { ...test.deps, config: { ...test.deps.config, rateLimit: false } };
    for (let i = 0; i < 10; i += 1) {
      const free = await charge(deps, limit, 'off');
      expect([await free.isFull(), await free.refund(), await free.clear()]).toEqual([false, undefined, undefined]);
    }
    for (let i = 0; i < 10; i += 1) await charge(deps, limit, 'off');
    expect(await countRows(test.deps.db, 'throttle_events')).toBe(before);
  });
});

describe('the general limits', () => {
  const upload = (remoteAddress: string) =>
    test.request({
      method: 'POST',
      url: '/api/payments/upload-proof-by-code',
      payload: { paymentCode: 'ZZZZZZZZZZZZZZZZ' },
      remoteAddress,
    });

  it('count all addresses of one IPv6 network as one', async () => {
    const statuses: number[] = [];
    for (let i = 1; i <= 41; i += 1) {
      statuses.push((await upload(`2001:db8:7:7:${i.toString(16)}::${i.toString(16)}`)).statusCode);
    }
    expect(statuses.filter((status) => status === 429)).toHaveLength(1);
    expect((await upload('2001:db8:7:8::1')).statusCode).toBe(404);
  });

  it('add the weight of each call: an expensive one is refused long before a cheap one', async () => {
    const student = await createPerson(test.deps.db, { now: test.clock.now() });
    const statuses: number[] = [];
    const plan = () => test.request({ url: '/api/study-plan', as: student });
    for (let i = 0; i <= perMinute.read / 20; i += 1) statuses.push((await plan()).statusCode);
    expect(statuses.filter((status) => status === 200)).toHaveLength(perMinute.read / 20);
    expect(statuses.at(-1)).toBe(429);
    // Writes have a separate limit.
    const write = await test.request({ method: 'POST', url: '/api/notifications/read-all', as: student });
    expect(write.statusCode).not.toBe(429);
  });
});
