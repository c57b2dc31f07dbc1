import { describe, expect, it } from 'vitest';
import { MINUTE_MS } from '#contract/time.ts';
import { certainTime } from '#server/clock.ts';
import { areResultsOut } from '#server/features/exams/mock-exams/windows/window-rules.ts';
import { type AnsweredExam, answeredExam, answersByHand } from '#server/testing/exam-answers.ts';
import {
  resultsByProduct,
  serverClock,
  stateAt,
  statesByProduct,
  takesByProduct,
} from '#server/testing/exam-by-product.ts';
import { byHand, day, minute, random } from '#server/testing/exam-clock.ts';
import { givenBreaks, personalTimes, shownSeconds } from './personal-time.ts';

const HOURS_24 = 24 * 60;

/** How often a case was met that chance alone might leave out. */
function casesOf(exam: AnsweredExam, taken: readonly boolean[]): string[] {
  const { deadline } = byHand(exam);
  return exam.answers.flatMap(({ given, arrives, off, on }, place) => {
    const isTaken = taken[place] === true;
    const isQueued = arrives > given;
    return [
      `${on}, ${isTaken ? 'taken' : 'refused'}`,
      ...(isQueued && given < deadline && arrives > deadline && isTaken ? ['taken after the deadline'] : []),
      ...(isQueued && given < deadline && arrives > deadline && !isTaken ? ['given in time, and too late'] : []),
      ...(exam.window && arrives > exam.window.closes && isTaken ? ['taken after the close of the window'] : []),
      ...(exam.window && arrives > exam.window.closes && !isTaken ? ['refused after the close of the window'] : []),
      ...(Math.abs(off) >= HOURS_24 ? [`a device wrong by days, ${off > 0 ? 'ahead' : 'behind'}`] : []),
      ...(exam.machine.off !== 0 ? [`a server ${exam.machine.off > 0 ? 'ahead' : 'behind'}`] : []),
    ];
  });
}

describe('the deadline of a person', () => {
  it('agrees with a minute-by-minute clock over 10,000 random exams with windows, breaks, rights granted meanwhile, answers that waited for a network and clocks that are wrong', async () => {
    const pick = random(51);
    const server = await serverClock();
    const seen = new Set<string>();
    const met = new Map<string, number>();
    for (let index = 0; index < 10_000; index += 1) {
      const exam = answeredExam(pick);
      const shown = JSON.stringify(exam);
      seen.add(shown);
      const states = statesByProduct(exam);
      const hand = byHand(exam);
      const { deadline, notebookUntil } = stateAt(states, Number.POSITIVE_INFINITY);
      const off = (at: Date, expected: number | null) => Math.abs(+at - day - (expected ?? 0) * MINUTE_MS);
      if (off(deadline, hand.deadline) > 1) expect(deadline, shown).toEqual(minute(hand.deadline));
      if (notebookUntil && off(notebookUntil, hand.notebook) > 2) {
        expect(notebookUntil, shown).toEqual(minute(hand.notebook ?? 0));
      }
      const resultsAt = resultsByProduct(exam, states);
      const taken: boolean[] = [];
      for (const answer of exam.answers) {
        await server.goTo(answer.arrives, exam.machine);
        const isTaken = takesByProduct(answer, stateAt(states, answer.arrives), server.clock);
        if (isTaken && resultsAt && areResultsOut(resultsAt, certainTime(server.clock))) {
          expect.fail(`An answer is taken after the results: ${shown}`);
        }
        taken.push(isTaken);
      }
      const expected = answersByHand(exam, hand).outcomes.map(({ isTaken }) => isTaken);
      if (JSON.stringify(taken) !== JSON.stringify(expected)) expect(taken, shown).toEqual(expected);
      for (const one of casesOf(exam, taken)) met.set(one, (met.get(one) ?? 0) + 1);
    }
    server.stop();
    expect(seen.size).toBe(10_000);
    expect([...met.keys()].sort()).toEqual([
      'a device wrong by days, ahead',
      'a device wrong by days, behind',
      'a server ahead',
      'a server behind',
      'card, refused',
      'card, taken',
      'given in time, and too late',
      'notebook, refused',
      'notebook, taken',
      'refused after the close of the window',
      'taken after the close of the window',
      'taken after the deadline',
    ]);
    for (const [one, times] of met) expect(times, one).toBeGreaterThan(1000);
  });

  it('is the deadline of everybody where a person has no right', () => {
    const plain = { startedAt: minute(0), deadline: minute(75), limitMs: 75 * MINUTE_MS, sheetMs: 15 * MINUTE_MS };
    const times = personalTimes({ ...plain, isClocked: true }, null);
    expect(times).toEqual({ deadline: minute(75), notebookUntil: minute(60) });
  });

  it('is not extended where an exam has neither a limit nor a window that ends it', () => {
    const plain = { startedAt: minute(0), deadline: minute(1440), limitMs: null, sheetMs: null, isClocked: false };
    expect(personalTimes(plain, { percent: 50, minutes: 0 }).deadline).toEqual(minute(1440));
  });

  it('gives a share to the notebook and to the answer card, and minutes to the notebook alone', () => {
    const plain = { startedAt: minute(0), deadline: minute(100), limitMs: 100 * MINUTE_MS, sheetMs: 20 * MINUTE_MS };
    const clocked = { ...plain, isClocked: true };
    const share = personalTimes(clocked, { percent: 50, minutes: 0 });
    expect(share).toEqual({ deadline: minute(150), notebookUntil: minute(120) });
    const minutes = personalTimes(clocked, { percent: 0, minutes: 50 });
    expect(minutes).toEqual({ deadline: minute(150), notebookUntil: minute(130) });
  });
});

describe('the seconds that a result shows', () => {
  it('exclude breaks and never exceed what everybody had', () => {
    const times = { plainSeconds: 3600, breakSeconds: 600 };
    expect(shownSeconds(3000, times)).toBe(2400);
    expect(shownSeconds(4500, times)).toBe(3600);
    expect(shownSeconds(4500, null)).toBe(4500);
  });
});

describe('the breaks of an open exam', () => {
  it('are added where a right has more than the exam was ever given, and renewed by no save', () => {
    const begun = givenBreaks(null, { breaks: 2, breakMinutes: 10 });
    expect(begun).toEqual({ breaksLeft: 2, breaksGiven: 2, breakMinutes: 10 });
    const used = { ...begun, breaksLeft: 0 };
    expect(givenBreaks(used, { breaks: 1, breakMinutes: 5 })).toEqual(used);
    expect(givenBreaks(used, { breaks: 3, breakMinutes: 15 })).toEqual({
      breaksLeft: 1,
      breaksGiven: 3,
      breakMinutes: 15,
    });
  });
});
