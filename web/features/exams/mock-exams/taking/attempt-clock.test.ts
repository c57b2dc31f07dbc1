import { describe, expect, it } from 'vitest';
import { createAttemptClock } from './attempt-clock.ts';
import { formatCountdown, secondsLeft, spokenCountdown } from './countdown-words.ts';

const noon = '2026-11-15T12:00:00.000Z';
const at = (ms: number) => new Date(Date.parse(noon) + ms).toISOString();

describe('the server clock', () => {
  it('counts on from the server, whatever the device believes', () => {
    let ticks = 1000;
    const clock = createAttemptClock(() => ticks);
    clock.sync(noon, 0);
    ticks += 90_000;
    expect(new Date(clock.now()).toISOString()).toBe(at(90_000));
  });

  it('keeps the better of two measurements that agree', () => {
    let ticks = 0;
    const clock = createAttemptClock(() => ticks);
    clock.sync(noon, 20);
    ticks = 1000;
    clock.sync(at(700), 600);
    expect(clock.now()).toBe(Date.parse(at(1010)));
    clock.sync(at(1009), 2);
    expect(clock.now()).toBe(Date.parse(at(1010)));
  });

  it('takes a new one when the device has slept', () => {
    let ticks = 0;
    const clock = createAttemptClock(() => ticks);
    clock.sync(noon, 10);
    ticks = 1000;
    clock.sync(at(600_000), 400);
    expect(clock.now()).toBe(Date.parse(at(600_200)));
  });
});

describe('the countdown', () => {
  it('rounds up and stops at zero', () => {
    expect(secondsLeft(at(1500), Date.parse(noon))).toBe(2);
    expect(secondsLeft(at(-5), Date.parse(noon))).toBe(0);
  });

  it.each([
    [0, '00:00'],
    [59, '00:59'],
    [2322, '38:42'],
    [3600, '1:00:00'],
    [4501, '1:15:01'],
  ])('%i s is %s', (seconds, text) => expect(formatCountdown(seconds)).toBe(text));

  it('speaks at 10, 5 and 1 minutes only', () => {
    const spoken = [];
    for (let left = 700; left > 0; left -= 1) spoken.push(spokenCountdown(left, left - 1));
    expect(spoken.filter(Boolean)).toEqual(['Faltam 10 minutos.', 'Faltam 5 minutos.', 'Falta 1 minuto.']);
    expect(spokenCountdown(480, 479)).toBeNull();
    expect(spokenCountdown(700, 290)).toBe('Faltam 10 minutos.');
  });
});
