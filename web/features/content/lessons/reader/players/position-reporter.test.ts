import { expect, it } from 'vitest';
import { createPositionReporter } from './position-reporter.ts';

function keeper() {
  const saved: [number, boolean][] = [];
  let time = 0;
  const kept = createPositionReporter(
    (seconds, isLeaving) => saved.push([seconds, isLeaving]),
    () => time,
  );
  return { ...kept, saved, wait: (ms: number) => (time += ms) };
}

it('the position is reported every 15 seconds during playback, not with every event', () => {
  const { heard, saved, wait } = keeper();
  for (let tick = 0; tick < 240; tick += 1) {
    wait(250);
    heard(tick / 4);
  }
  expect(saved.map(([seconds]) => seconds)).toEqual([14.8, 29.8, 44.8, 59.8]);
});

it('the position is reported when the video stops and when the page is left, each position once', () => {
  const { heard, stopped, left, saved } = keeper();
  heard(3);
  stopped(4);
  left();
  heard(8);
  left();
  stopped(0);
  expect(saved).toEqual([
    [4, false],
    [8, true],
    [0, false],
  ]);
});

it('nothing is reported when nothing has played', () => {
  const { left, saved } = keeper();
  left();
  expect(saved).toEqual([]);
});
