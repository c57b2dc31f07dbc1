import { describe, expect, it } from 'vitest';
import { endedDays, saleState, windowText } from './sale-window.ts';

const today = '2026-11-15';

describe('a window of sale', () => {
  it.each([
    [null, null, 'on'],
    ['2026-11-15', '2026-11-15', 'on'],
    ['2026-11-16', null, 'to_come'],
    [null, '2026-11-14', 'over'],
    ['2026-11-16', '2026-11-20', 'to_come'],
  ] as const)('from %s to %s is %s', (from, until, state) => {
    expect(saleState({ from, until }, today)).toBe(state);
  });

  it('that is ended now is over today, also if it had not begun', () => {
    // Half past one in the night of the sixteenth in London is still the fifteenth where the school is.
    const now = new Date('2026-11-16T01:30:00Z');
    expect(endedDays({ from: null, until: null }, now)).toEqual({ from: null, until: '2026-11-14' });
    expect(endedDays({ from: '2026-11-01', until: '2026-12-01' }, now)).toEqual({
      from: '2026-11-01',
      until: '2026-11-14',
    });
    expect(endedDays({ from: '2026-11-15', until: null }, now)).toEqual({ from: null, until: '2026-11-14' });
  });

  it('is shown as its first and last day', () => {
    expect(windowText({ from: null, until: null })).toBeNull();
    expect(windowText({ from: '2026-11-01', until: '2026-12-01' })).toBe('de 01/11/2026 a 01/12/2026');
    expect(windowText({ from: '2026-11-01', until: null })).toBe('desde 01/11/2026');
    expect(windowText({ from: null, until: '2026-12-01' })).toBe('até 01/12/2026');
  });
});
