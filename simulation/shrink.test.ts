import { expect, it } from 'vitest';
import { chanceOf } from './chance.ts';
import { lastStart } from './cron.ts';
import { planOf } from './plan.ts';
import { shrink } from './shrink.ts';

it('a run that fails by two of its steps shrinks to these two', async () => {
  const steps = planOf(3, 4);
  const guilty = [steps[17]?.id, steps[60]?.id];
  const fewest = await shrink(steps, async (some) => guilty.every((id) => some.some((step) => step.id === id)));
  expect(fewest.map(({ id }) => id)).toEqual(guilty);
});

it('a plan depends on its seed alone, and its steps are in the order of time', () => {
  expect(planOf(5, 3)).toEqual(planOf(5, 3));
  expect(planOf(5, 3)).not.toEqual(planOf(6, 3));
  const times = planOf(5, 3).map(({ at }) => at);
  expect(times).toEqual([...times].sort((one, other) => one - other));
});

it('a stream of chance depends on its labels, and stays in its bounds', () => {
  const [one, same, other] = [chanceOf(1, 'a'), chanceOf(1, 'a'), chanceOf(1, 'b')];
  const drawn = Array.from({ length: 1000 }, () => one.next());
  expect(Array.from({ length: 1000 }, () => same.next())).toEqual(drawn);
  expect(other.next()).not.toBe(drawn[0]);
  expect(drawn.every((value) => value >= 0 && value < 1)).toBe(true);
  const mean = drawn.reduce((sum, value) => sum + value, 0) / drawn.length;
  expect(mean).toBeGreaterThan(0.45);
  expect(mean).toBeLessThan(0.55);
});

it('a schedule starts at its last minute of a stretch of time, in the school’s time zone', () => {
  const at = (text: string) => new Date(text);
  const [evening, morning] = [at('2026-03-02T22:00:30.000Z'), at('2026-03-03T12:00:30.000Z')];
  // 03:10 in São Paulo is 06:10 UTC.
  expect(lastStart('10 3 * * *', evening, morning)).toEqual(at('2026-03-03T06:10:00.000Z'));
  expect(lastStart('*/15 8-20 * * *', evening, morning)).toEqual(at('2026-03-03T12:00:00.000Z'));
  expect(lastStart('* * * * *', evening, morning)).toEqual(at('2026-03-03T12:00:00.000Z'));
  expect(lastStart('10 3 * * *', morning, at('2026-03-03T20:00:00.000Z'))).toBeUndefined();
  expect(() => lastStart('10 3 * * 1', evening, morning)).toThrow('does not know');
});
