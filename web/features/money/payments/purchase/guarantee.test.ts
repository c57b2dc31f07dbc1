import { describe, expect, it } from 'vitest';
import { guaranteeOf } from './guarantee.ts';

/** Approved on Saturday, 7 November 2026, 10h14 in São Paulo. */
const approvedAt = '2026-11-07T13:14:00.000Z';
const at = (local: string) => guaranteeOf(approvedAt, new Date(`${local}-03:00`));

describe('the seven days', () => {
  it('are those after the approval, with today among them', () => {
    const { days, number, lastDay, isOver } = at('2026-11-12T09:00');
    expect(days.map(({ label }) => label)).toEqual(['dom 8', 'seg', 'ter', 'qua', 'hoje', 'sex', 'sáb 14']);
    expect(days.map(({ state }) => state)).toEqual(['past', 'past', 'past', 'past', 'now', 'coming', 'coming']);
    expect({ number, lastDay, isOver }).toEqual({ number: 5, lastDay: '2026-11-14', isOver: false });
  });

  it('have not begun on the day of the approval', () => {
    expect(at('2026-11-07T23:59')).toMatchObject({ number: 0, isOver: false });
  });

  it('last until the end of the last one', () => {
    expect(at('2026-11-14T23:59')).toMatchObject({ number: 7, isOver: false });
    expect(at('2026-11-15T00:00')).toMatchObject({ number: 7, isOver: true });
  });

  it('are counted by the clock of São Paulo', () => {
    // 23h30 of the 7th there, the 8th in UTC.
    expect(guaranteeOf('2026-11-08T02:30:00.000Z', new Date('2026-11-09T12:00:00Z')).days[0]?.day).toBe('2026-11-08');
  });
});
