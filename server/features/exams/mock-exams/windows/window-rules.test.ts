import { describe, expect, it } from 'vitest';
import { areResultsOut, resultsAtOf, sittingAt, type Window } from './window-rules.ts';

const at = (text: string) => new Date(`2026-11-${text}Z`);
const window = (lateStart: Window['lateStart'], timeLimit: number | null = 60): Window => ({
  opensAt: at('21T12:00:00.000'),
  closesAt: at('21T21:00:00.000'),
  lateStart,
  resultsAt: resultsAtOf(at('21T21:00:00.000'), lateStart, timeLimit),
});

describe('a start', () => {
  it.each([
    ['a second before it opens', '21T11:59:59.000', { state: 'early' }],
    ['at its first moment', '21T12:00:00.000', { deadline: at('21T13:00:00.000') }],
    ['late: the time ends with the window', '21T20:30:00.000', { deadline: at('21T21:00:00.000') }],
    ['at its last second', '21T20:59:59.000', { deadline: at('21T21:00:00.000') }],
    ['when it has closed', '21T21:00:00.000', { state: 'late' }],
    ['within the grace', '21T21:00:05.000', { state: 'late' }],
    ['once the results are out', '21T21:00:05.001', { deadline: at('21T22:00:05.001'), resultsAt: null }],
  ])('%s', (_, moment, sitting) => {
    expect(sittingAt(window('shortens'), at(moment), 60)).toMatchObject(sitting);
  });

  it('late has the whole time where the author wants that, and the results wait for it', () => {
    expect(sittingAt(window('full'), at('21T20:59:00.000'), 60)).toEqual({
      state: 'open',
      deadline: at('21T21:59:00.000'),
      resultsAt: at('21T22:00:00.000'),
    });
    expect(sittingAt(window('full'), at('21T21:30:00.000'), 60)).toEqual({ state: 'late' });
  });

  it('without a limit ends with the window, whatever was chosen', () => {
    const unlimited = window('full', null);
    expect(sittingAt(unlimited, at('21T12:00:00.000'), null)).toMatchObject({ deadline: at('21T21:00:00.000') });
  });

  it('in a window over midnight is possible until the window closes', () => {
    const night = { ...window('shortens'), opensAt: at('21T23:30:00.000'), closesAt: at('22T02:30:00.000') };
    const sitting = sittingAt({ ...night, resultsAt: night.closesAt }, at('22T00:10:00.000'), 180);
    expect(sitting).toMatchObject({ state: 'open', deadline: at('22T02:30:00.000') });
  });

  it('is possible at any time in a quiz without a window', () => {
    expect(sittingAt(null, at('21T12:00:00.000'), 60)).toMatchObject({ state: 'open', resultsAt: null });
  });
});

it('results are out when nothing can arrive any more', () => {
  expect(areResultsOut(at('21T21:00:00.000'), at('21T21:00:05.000'))).toBe(false);
  expect(areResultsOut(at('21T21:00:00.000'), at('21T21:00:05.001'))).toBe(true);
});
