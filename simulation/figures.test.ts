import { expect, it } from 'vitest';
import { type Bar, coverageLines, coverageOf, DAYS_TO_JUDGE, tooSlow } from './figures.ts';

const bar: Bar = { schoolDaysACpuMinute: 30, recordedOn: '2026-11-18' };

it('a run that is slower than the recorded one by more than a fifth is reported, unless it was too short', () => {
  expect(tooSlow(bar, { days: DAYS_TO_JUDGE, daysACpuMinute: 24 })).toBeUndefined();
  expect(tooSlow(bar, { days: DAYS_TO_JUDGE, daysACpuMinute: 23.9 })).toContain('less than 24.0');
  expect(tooSlow(bar, { days: DAYS_TO_JUDGE - 1, daysACpuMinute: 1 })).toBeUndefined();
});

it('the coverage counts writing calls in all and by area, and names those of an area that were not used', async () => {
  const coverage = await coverageOf(new Set(['openCharge', 'answerReview', 'getReviewToday']));
  expect(coverage.map(({ area, used }) => [area, used])).toEqual([
    ['all', 2],
    ['money', 1],
    ['access', 0],
    ['exams', 0],
    ['review', 1],
  ]);
  const money = coverage.find(({ area }) => area === 'money');
  expect(money?.unused).toContain('refundPayment');
  expect(money?.unused).not.toContain('openCharge');
  const lines = coverageLines(coverage);
  expect(lines[0]).toMatch(/^writing calls, all: 2 of \d{3} \(1 %\)$/);
  expect(lines.find((line) => line.includes('review'))).toContain('not used: ');
});
