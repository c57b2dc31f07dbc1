import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { daysBetween } from '#contract/time.ts';
import { addDays } from '#server/time/calendar.ts';
import { dailyMinutes, distribute, type Work } from './distribute.ts';

const today = '2026-11-15';

const lesson = (id: number, subjectId: number | null, minutes = 30, courseId = 1): Work => ({
  kind: 'lesson',
  id,
  courseId,
  subjectId,
  minutes,
});
const quiz = (id: number, minutes = 60, courseId = 1): Work => ({
  kind: 'quiz',
  id,
  courseId,
  subjectId: null,
  minutes,
});
const names = (work: readonly Work[]) => work.map(({ kind, id }) => `${kind} ${id}`);

const minutesOf = (work: readonly Work[]) => work.reduce((sum, { minutes }) => sum + minutes, 0);

const plan = (work: Work[], change: Partial<Parameters<typeof distribute>[0]> = {}) =>
  distribute({
    today,
    examDay: addDays(today, 10),
    weeklyMinutes: 7 * 60,
    doneToday: { items: 0, minutes: 0 },
    work,
    content: { items: work.length, minutes: minutesOf(work) },
    weakSubjects: new Set<number>(),
    ...change,
  });

describe('the order', () => {
  it('begins with the heaviest subject and takes turns as they become equal', () => {
    const { days } = plan([lesson(1, 1, 30), lesson(2, 2, 30), lesson(3, 2, 30), lesson(4, 2, 30)]);
    expect(names(days.flatMap(({ work }) => work))).toEqual(['lesson 2', 'lesson 3', 'lesson 1', 'lesson 4']);
  });

  it('puts a weak subject before a heavier one', () => {
    const work = [lesson(1, 1, 30), lesson(2, 2, 25), lesson(3, 2, 25)];
    expect(names(plan(work).days[0]?.work ?? [])[0]).toBe('lesson 2');
    expect(names(plan(work, { weakSubjects: new Set([1]) }).days[0]?.work ?? [])[0]).toBe('lesson 1');
  });

  it('keeps lessons of a subject in the order of the course, and a simulado behind what comes before it', () => {
    const work = [lesson(1, 1), lesson(2, 2, 90), quiz(3), lesson(4, 1), quiz(5), quiz(6, 60, 2)];
    const planned = names(plan(work).days.flatMap((day) => day.work));
    expect(planned).toEqual(['quiz 6', 'lesson 2', 'lesson 1', 'quiz 3', 'lesson 4', 'quiz 5']);
  });
});

describe('the days', () => {
  it('hold the weekly hours, today first', () => {
    const { days, leftOver } = plan([1, 2, 3, 4, 5, 6].map((id) => lesson(id, 1)));
    expect(days.map(({ day, minutes }) => [day, minutes])).toEqual([
      ['2026-11-15', 60],
      ['2026-11-16', 60],
      ['2026-11-17', 60],
    ]);
    expect(leftOver).toEqual([]);
  });

  it('share a short course among them, however many hours there are', () => {
    const anHour = [1, 2, 3, 4, 5, 6].map((id) => lesson(id, 1, 10));
    const minutes = (change: Parameters<typeof plan>[1]) => plan(anHour, change).days.map((day) => day.minutes);
    expect(minutes({ weeklyMinutes: 30 * 60 })).toEqual([30, 30]);
    expect(minutes({ weeklyMinutes: 30 * 60, examDay: null })).toEqual([30, 30]);
    // Before an exam that is near everything still fits.
    expect(minutes({ weeklyMinutes: 30 * 60, examDay: addDays(today, 1) })).toEqual([60]);
    expect(minutes({ weeklyMinutes: 70 })).toEqual([10, 10, 10, 10, 10, 10]);
    // Twelve lessons of a minute are twelve things to do all the same.
    const short = Array.from({ length: 12 }, (_, id) => lesson(id, 1, 1));
    expect(plan(short).days.map(({ work }) => work.length)).toEqual([4, 4, 4]);
    expect(plan(short, { doneToday: { items: 3, minutes: 3 } }).days.map(({ work }) => work.length)).toEqual([
      1, 4, 4, 3,
    ]);
  });

  it('give a simulado that is longer than a day its day, and make up for it on the next ones', () => {
    const { days } = plan([quiz(1, 180), lesson(2, 1), lesson(3, 1)]);
    expect(days.map(({ day, work }) => [day, names(work)])).toEqual([
      ['2026-11-15', ['quiz 1']],
      ['2026-11-18', ['lesson 2', 'lesson 3']],
    ]);
  });

  it('end before the exam, and say what does not fit and how many hours would do', () => {
    const { days, leftOver, hoursForAll } = plan(
      [1, 2, 3, 4, 5].map((id) => lesson(id, 1, 60)),
      { examDay: addDays(today, 3) },
    );
    expect(days.map(({ day }) => day)).toEqual(['2026-11-15', '2026-11-16', '2026-11-17']);
    expect(names(leftOver)).toEqual(['lesson 4', 'lesson 5']);
    expect(hoursForAll).toBe(12);
    const enough = plan(
      [1, 2, 3, 4, 5].map((id) => lesson(id, 1, 60)),
      { examDay: addDays(today, 3), weeklyMinutes: 12 * 60 },
    );
    expect(enough.leftOver).toEqual([]);
  });

  it('take no work on the day of the exam or after it', () => {
    for (const examDay of [today, addDays(today, -3)]) {
      const { days, leftOver, hoursForAll } = plan([lesson(1, 1)], { examDay });
      expect([days, names(leftOver), hoursForAll]).toEqual([[], ['lesson 1'], null]);
    }
  });

  it('go on until all is done when there is no exam', () => {
    const { days, leftOver } = plan(
      Array.from({ length: 400 }, (_, index) => lesson(index, 1, 60)),
      { examDay: null },
    );
    expect(days).toHaveLength(400);
    expect(leftOver).toEqual([]);
  });

  it('have no capacity with zero hours a week', () => {
    expect(plan([lesson(1, 1)], { weeklyMinutes: 0 })).toEqual({ days: [], leftOver: [lesson(1, 1)], hoursForAll: 1 });
    expect(plan([lesson(1, 1)], { weeklyMinutes: 0, examDay: null }).leftOver).toHaveLength(1);
  });

  it('leave today alone once its hours are done', () => {
    const { days } = plan([lesson(1, 1)], { doneToday: { items: 1, minutes: 500 } });
    expect(days.map(({ day }) => day)).toEqual(['2026-11-16']);
  });

  it('are found at once for a plan with 4,000 items', () => {
    const work = Array.from({ length: 4000 }, (_, i) =>
      i % 9 === 8 ? quiz(i, 45, i % 20) : lesson(i, i % 30, 12, i % 20),
    );
    // The CPU's time, not the clock's: a busy machine is no slow plan.
    const before = process.cpuUsage();
    expect(plan(work, { examDay: null }).days.flatMap((day) => day.work)).toHaveLength(4000);
    expect(process.cpuUsage(before).user / 1_000_000).toBeLessThan(1);
  });
});

const anyWork = fc
  .array(
    fc.record({
      kind: fc.constantFrom('lesson' as const, 'quiz' as const),
      courseId: fc.integer({ min: 1, max: 4 }),
      subjectId: fc.option(fc.integer({ min: 1, max: 5 })),
      minutes: fc.integer({ min: 1, max: 300 }),
    }),
    { maxLength: 60 },
  )
  .map((items): Work[] => items.map((item, id) => ({ ...item, id })));

const anySituation = fc.record({
  work: anyWork,
  weeklyMinutes: fc.integer({ min: 0, max: 6000 }),
  daysLeft: fc.option(fc.integer({ min: -2, max: 120 })),
  content: fc.record({ items: fc.integer({ min: 0, max: 100 }), minutes: fc.integer({ min: 0, max: 20_000 }) }),
  doneToday: fc.record({ items: fc.integer({ min: 0, max: 5 }), minutes: fc.integer({ min: 0, max: 400 }) }),
  weak: fc.array(fc.integer({ min: 1, max: 5 })),
});

const planOf = ({
  work,
  weeklyMinutes,
  daysLeft,
  content,
  doneToday,
  weak,
}: typeof anySituation extends fc.Arbitrary<infer T> ? T : never) =>
  distribute({
    today,
    examDay: daysLeft === null ? null : addDays(today, daysLeft),
    weeklyMinutes,
    doneToday,
    work,
    content: {
      items: Math.max(content.items, work.length + doneToday.items),
      minutes: Math.max(content.minutes, minutesOf(work) + doneToday.minutes),
    },
    weakSubjects: new Set(weak),
  });

describe('whatever the situation', () => {
  it('all work is either planned or left over, once', () => {
    fc.assert(
      fc.property(anySituation, (situation) => {
        const { days, leftOver } = planOf(situation);
        const all = [...days.flatMap((day) => day.work), ...leftOver];
        expect(all.map(({ id }) => id).sort((a, b) => a - b)).toEqual(situation.work.map(({ id }) => id));
      }),
    );
  });

  it('no plan exceeds the hours until the exam, and days follow each other', () => {
    fc.assert(
      fc.property(anySituation, (situation) => {
        const { days } = planOf(situation);
        for (const [index, { day, minutes, work }] of days.entries()) {
          expect(work.length).toBeGreaterThan(0);
          expect(minutes).toBe(work.reduce((sum, item) => sum + item.minutes, 0));
          expect(day > (days[index - 1]?.day ?? '')).toBe(true);
          if (situation.daysLeft !== null) expect(daysBetween(today, day)).toBeLessThan(situation.daysLeft);
        }
        if (situation.daysLeft === null) return;
        const planned = days.reduce((sum, day) => sum + day.minutes, 0);
        expect(planned).toBeLessThanOrEqual((situation.weeklyMinutes / 7) * Math.max(0, situation.daysLeft) + 0.001);
      }),
    );
  });

  it('the hours it asks for are enough', () => {
    fc.assert(
      fc.property(anySituation, (situation) => {
        const { hoursForAll } = planOf(situation);
        if (hoursForAll === null) return;
        expect(planOf({ ...situation, weeklyMinutes: hoursForAll * 60 }).leftOver).toEqual([]);
      }),
    );
  });

  it('doing the first item of today leaves the rest of the plan as it was', () => {
    fc.assert(
      fc.property(anySituation, (situation) => {
        const content = {
          items: Math.max(situation.content.items, situation.work.length),
          minutes: Math.max(situation.content.minutes, minutesOf(situation.work)),
        };
        const before = planOf({ ...situation, doneToday: { items: 0, minutes: 0 } });
        const [first] = before.days;
        const [done] = first?.day === today ? first.work : [];
        if (!done || !first) return;
        const after = planOf({
          ...situation,
          content,
          doneToday: { items: 1, minutes: done.minutes },
          work: situation.work.filter((item) => item !== done),
        });
        // Longer than a day: today is over, and the days that it takes are given back.
        const days = situation.daysLeft === null ? null : Math.max(0, situation.daysLeft);
        if (done.minutes > dailyMinutes(situation.weeklyMinutes, content.minutes, days)) return;
        const rest = [{ ...first, work: first.work.slice(1) }, ...before.days.slice(1)];
        expect(after.days.map(({ day, work }) => [day, names(work)])).toEqual(
          rest.filter(({ work }) => work.length > 0).map(({ day, work }) => [day, names(work)]),
        );
        expect(names(after.leftOver)).toEqual(names(before.leftOver));
      }),
    );
  });
});
