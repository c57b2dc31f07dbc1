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

it('tells the place every quarter of a minute while it plays, not with every picture', () => {
  const { heard, saved, wait } = keeper();
  for (let tick = 0; tick < 240; tick += 1) {
    wait(250);
    heard(tick / 4);
  }
  expect(saved.map(([seconds]) => seconds)).toEqual([14.8, 29.8, 44.8, 59.8]);
});

it('tells it when the video stops and when the page is left, each place once', () => {
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

it('says nothing where nothing has played', () => {
  const { left, saved } = keeper();
  left();
  expect(saved).toEqual([]);
});
