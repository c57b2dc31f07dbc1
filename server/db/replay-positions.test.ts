import { describe, expect, test } from 'vitest';
import { parseLsn, replayPositions } from './replay-positions.ts';

describe('the position of a replica', () => {
  test('log positions are parsed as numbers, however they are written', () => {
    expect(parseLsn('0/0')).toBe(0n);
    expect(parseLsn('16/B374D848')).toBe(0x16b374d848n);
    expect(parseLsn('2/0') > parseLsn('1/FFFFFFFF')).toBe(true);
  });

  test('is the last moment whose log position it has replayed, and none before the first', () => {
    const marks = replayPositions();
    expect(marks.replayed('9/0')).toBe(Number.NEGATIVE_INFINITY);
    marks.note(1000, '0/10');
    marks.note(2000, '0/20');
    marks.note(3000, '0/30');
    expect(marks.replayed('0/F')).toBe(Number.NEGATIVE_INFINITY);
    expect(marks.replayed('0/2F')).toBe(2000);
    expect(marks.replayed('0/30')).toBe(3000);
  });

  test('is the later moment when nothing was written in between', () => {
    const marks = replayPositions();
    marks.note(1000, '0/10');
    marks.note(2000, '0/10');
    expect(marks.replayed('0/10')).toBe(2000);
  });

  test('stays in the past while the replica replays nothing', () => {
    const marks = replayPositions();
    marks.note(0, '0/10');
    expect(marks.replayed('0/10')).toBe(0);
    for (let second = 1; second <= 500; second += 1) marks.note(second * 1000, `1/${second.toString(16)}`);
    expect(marks.replayed('0/10')).toBe(0);
  });

  test('is unknown after a change to a primary with a shorter log, until that is replayed', () => {
    const marks = replayPositions();
    marks.note(1000, '5/0');
    expect(marks.replayed('4/0')).toBe(Number.NEGATIVE_INFINITY);
    marks.note(2000, '3/0');
    expect(marks.replayed('2/0')).toBe(Number.NEGATIVE_INFINITY);
    expect(marks.replayed('3/0')).toBe(2000);
  });
});
