import { describe, expect, it } from 'vitest';
import { newSitting, type SittingState, sittingModel } from './attempt.model.ts';
import { explore } from './explore.ts';

/** Every path of one attempt in a window, with a device that loses its network: explored to the end. */
describe.each(['shortens', 'full'] as const)('an attempt in a window where a late start %s', (lateStart) => {
  const model = sittingModel(lateStart);
  const explored = explore(newSitting, model.events);
  const against = (breaks: (state: SittingState) => boolean) =>
    explored.states
      .filter(breaks)
      .map((state) => `${explored.wayTo(state).join(', ')}: ${JSON.stringify(state)}`)
      .slice(0, 3);

  it('reaches every event of the model', () => {
    expect([...explored.happened].sort()).toEqual(Object.keys(model.events).sort());
    expect(explored.states.length).toBeGreaterThan(500);
  });

  it('ends: from every state a way leads to the result and an empty queue', () => {
    const stuck = explored.stuck(model.isAtRest);
    expect(stuck.slice(0, 3).map((state) => `${explored.wayTo(state).join(', ')}`)).toEqual([]);
  });

  it('never loses an answer that it acknowledged', () => {
    expect(against(({ attempt, device }) => device.acknowledged > (attempt?.stored ?? 0))).toEqual([]);
  });

  it('refuses no answer that was given in time and arrived within the grace', () => {
    expect(against(({ device }) => device.refusedInTime > 0)).toEqual([]);
  });

  it('shows no result while any student of the window may still answer', () => {
    const isEarly = (state: SittingState) =>
      state.attempt?.resultsAt !== null &&
      model.isReadable(state) &&
      model.nowOf(state).getTime() <= model.lastAnswerAt;
    expect(against(isEarly)).toEqual([]);
  });

  it('no attempt is longer than its time', () => {
    expect(against(({ attempt }) => attempt !== null && (attempt.closedAt ?? 0) > attempt.deadline)).toEqual([]);
  });
});
