import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ExamRules, examRules, plainRules } from '#contract/exams/exam-rules.ts';
import { judge, leansOnKey, ruleProblem, type Tally, tallyOf } from './exam-rules.ts';
import { grade } from './grading.ts';

type Item = {
  subjectId: number | null;
  selectedOptionId: number | null;
  rightOptionId: number;
  isAnnulled: boolean;
  keySeen: boolean;
};

const items = (subjectId: number | null, right: number, wrong: number, blank: number, annulled = 0): Item[] => {
  const item = { subjectId, rightOptionId: 1, isAnnulled: false, keySeen: false };
  return [
    ...Array.from({ length: right }, () => ({ ...item, selectedOptionId: 1 })),
    ...Array.from({ length: wrong }, () => ({ ...item, selectedOptionId: 2 })),
    ...Array.from({ length: blank }, () => ({ ...item, selectedOptionId: null })),
    ...Array.from({ length: annulled }, () => ({ ...item, selectedOptionId: 2, isAnnulled: true })),
  ];
};

/** A published set of rules: 120 items, P1 of 50 and P2 of 70, +1/−1, minimums 10 and 21, and 36 in total. */
const published: ExamRules = {
  ...plainRules,
  wrong: -1,
  minimums: [
    { name: 'Conhecimentos básicos', subjectIds: [1, 2], points: 10 },
    { name: 'Conhecimentos específicos', subjectIds: [3, 4], points: 21 },
  ],
  totalMinimum: 36,
  passLine: 36,
};

describe('a published exam of 120 items', () => {
  const sat = (p1: [number, number, number], p2: [number, number, number], rules = published) =>
    judge(rules, tallyOf([...items(1, ...p1), ...items(3, ...p2)]), 70);
  const missed = ({ minimums }: ReturnType<typeof judge>) =>
    minimums.filter(({ isReached }) => !isReached).map(({ name }) => name);

  it.each([
    // P1 and P2 as right, wrong, blank → points, what put the candidate out
    [[30, 20, 0], [45, 20, 5], 35, ['Total']],
    [[30, 20, 0], [46, 20, 4], 36, []],
    [[29, 20, 1], [48, 20, 2], 37, ['Conhecimentos básicos']],
    [[45, 5, 0], [45, 25, 0], 60, ['Conhecimentos específicos']],
    [[45, 5, 0], [46, 24, 0], 62, []],
    [[25, 25, 0], [35, 35, 0], 0, ['Conhecimentos básicos', 'Conhecimentos específicos', 'Total']],
    [[50, 0, 0], [70, 0, 0], 120, []],
    [[0, 50, 0], [0, 70, 0], -120, ['Conhecimentos básicos', 'Conhecimentos específicos', 'Total']],
  ] as const)('%j and %j', (p1, p2, points, out) => {
    const judged = sat([...p1], [...p2]);
    expect([judged.points, judged.max]).toEqual([points * 100, 12_000]);
    expect(missed(judged)).toEqual(out);
    expect(judged.passed).toBe(out.length === 0);
  });

  it('gives the point of an annulled item to all, also to those who had it wrong', () => {
    const tallies = tallyOf([...items(1, 29, 20, 0, 1), ...items(3, 46, 20, 4)]);
    expect(judge(published, tallies, 70)).toMatchObject({ points: 3600, max: 12_000, passed: true });
  });
});

describe('annulment', () => {
  const sheet = tallyOf(items(1, 5, 2, 1, 2));
  it.each([
    ['point', 500, 1000],
    // 3 of 8 that stand, brought to 10: 3,75.
    ['pro_rata', 375, 1000],
    ['dropped', 300, 800],
  ] as const)('%s', (annulment, points, max) => {
    expect(judge({ ...plainRules, wrong: -1, annulment }, sheet, 70)).toMatchObject({ points, max });
  });

  it('with nothing left to share the points among, everybody has them', () => {
    const all = tallyOf([...items(1, 0, 0, 0, 3), ...items(2, 0, 0, 1)]);
    expect(judge({ ...plainRules, annulment: 'pro_rata' }, all, 70)).toMatchObject({ points: 300, max: 400 });
    expect(judge({ ...plainRules, annulment: 'dropped' }, all, 70)).toMatchObject({ points: 0, max: 100 });
  });
});

it('a pass leans on a key that was open, had the answer been left blank', () => {
  const seen = items(1, 7, 3, 0).map((item, place) => ({ ...item, keySeen: place < 2 }));
  expect(leansOnKey({ ...plainRules, wrong: -1, passLine: 4 }, tallyOf(seen), 70)).toBe(true);
  expect(leansOnKey({ ...plainRules, wrong: -1, passLine: 2 }, tallyOf(seen), 70)).toBe(false);
  expect(leansOnKey({ ...plainRules, wrong: -1, passLine: 5 }, tallyOf(seen), 70)).toBe(false);
  // In one subject of two; what is left blank is still one of the questions that the share is of.
  const [helped, ...rest] = items(1, 6, 3, 0);
  const sheet = [...(helped ? [{ ...helped, keySeen: true }] : []), ...rest, ...items(2, 0, 2, 0)];
  expect(leansOnKey(plainRules, tallyOf(sheet), 50)).toBe(true);
});

it('says of each minimum whether it is that of the whole, and of nothing earned that it is nothing', () => {
  const { minimums, subjects } = judge(published, tallyOf([...items(1, 2, 2, 0), ...items(3, 36, 0, 0)]), 70);
  expect(minimums).toEqual([
    { name: 'Conhecimentos básicos', isTotal: false, minimum: 1000, points: 0, isReached: false },
    { name: 'Conhecimentos específicos', isTotal: false, minimum: 2100, points: 3600, isReached: true },
    { name: 'Total', isTotal: true, minimum: 3600, points: 3600, isReached: true },
  ]);
  expect(Object.is(subjects[0]?.points, 0)).toBe(true);
});

const amount = (least: number, most: number) =>
  fc.integer({ min: least * 100, max: most * 100 }).map((hundredths) => hundredths / 100);
const subjectId = fc.integer({ min: 1, max: 4 });

const anyRules = fc
  .record({
    right: amount(1, 5),
    wrong: amount(-5, 1),
    blank: amount(-1, 1),
    annulment: fc.constantFrom('point' as const, 'pro_rata' as const, 'dropped' as const),
    weights: fc.uniqueArray(fc.record({ subjectId, weight: amount(0, 4) }), { selector: (one) => one.subjectId }),
    minimums: fc.uniqueArray(
      fc.record({
        name: fc.constantFrom('A', 'B', 'C'),
        subjectIds: fc.uniqueArray(subjectId, { minLength: 1 }),
        points: amount(0, 20),
      }),
      { selector: ({ name }) => name },
    ),
    totalMinimum: fc.option(amount(0, 40)),
    passLine: fc.option(amount(0, 60)),
    tieBreaks: fc.constant<ExamRules['tieBreaks']>([]),
  })
  .filter((rules) => examRules.safeParse(rules).success);
const anySheet = fc.array(
  fc.record({
    subjectId: fc.option(subjectId),
    selectedOptionId: fc.option(fc.integer({ min: 1, max: 3 })),
    rightOptionId: fc.integer({ min: 1, max: 3 }),
    isAnnulled: fc.boolean(),
    keySeen: fc.boolean(),
  }),
  { minLength: 1, maxLength: 60 },
);

/** The same rules, read once more: question by question, in fractions of whole numbers. */
function plainly(rules: ExamRules, sheet: readonly Item[], passingScore: number) {
  const weightOf = (id: number | null) =>
    BigInt(Math.round((rules.weights.find((one) => one.subjectId === id)?.weight ?? 1) * 100));
  const worth = (points: number) => BigInt(Math.round(points * 100));
  const rounded = (top: bigint, bottom: bigint) => {
    const doubled = (top < 0n ? -top : top) * 2n + bottom;
    const whole = doubled / (bottom * 2n);
    return Number(top < 0n ? -whole : whole);
  };
  const bySubject = new Map<number | null, { points: number; max: number }>();
  for (const id of new Set(sheet.map((item) => item.subjectId))) {
    const own = sheet.filter((item) => item.subjectId === id);
    const standing = own.filter((item) => !item.isAnnulled);
    let sum = 0n;
    for (const { selectedOptionId, rightOptionId } of standing) {
      if (selectedOptionId === null) sum += worth(rules.blank);
      else sum += selectedOptionId === rightOptionId ? worth(rules.right) : worth(rules.wrong);
    }
    const annulled = BigInt(own.length - standing.length);
    let bottom = 100n;
    let counted = BigInt(own.length);
    if (rules.annulment === 'point') sum += annulled * worth(rules.right);
    if (rules.annulment === 'dropped') counted = BigInt(standing.length);
    if (rules.annulment === 'pro_rata') {
      if (standing.length === 0) sum = counted * worth(rules.right);
      else {
        sum *= BigInt(own.length);
        bottom *= BigInt(standing.length);
      }
    }
    bySubject.set(id, {
      points: rounded(sum * weightOf(id), bottom),
      max: rounded(counted * worth(rules.right) * weightOf(id), 100n),
    });
  }
  const of = (ids: readonly (number | null)[]) =>
    ids.reduce((sum: number, id) => sum + (bySubject.get(id)?.points ?? 0), 0);
  const points = of([...bySubject.keys()]);
  const max = [...bySubject.values()].reduce((sum, one) => sum + one.max, 0);
  const out = rules.minimums
    .filter(({ subjectIds, points: least }) => of(subjectIds) < Math.round(least * 100))
    .map(({ name }) => name);
  if (rules.totalMinimum !== null && points < Math.round(rules.totalMinimum * 100)) out.push('Total');
  const reaches =
    rules.passLine === null ? points * 100 >= passingScore * max : points >= Math.round(rules.passLine * 100);
  return { points, max, out, passed: out.length === 0 && reaches };
}

it('agrees with a second, plain reading of the rules over 10,000 exams', () => {
  fc.assert(
    fc.property(anyRules, anySheet, fc.integer({ min: 0, max: 100 }), (rules, sheet, passingScore) => {
      const { points, max, minimums, passed } = judge(rules, tallyOf(sheet), passingScore);
      const out = minimums.filter(({ isReached }) => !isReached).map(({ name }) => name);
      expect({ points, max, out, passed }).toEqual(plainly(rules, sheet, passingScore));
    }),
    { numRuns: 10_000 },
  );
});

it('the plain rules are the specification: hits are points, and the pass is the same', () => {
  fc.assert(
    fc.property(anySheet, fc.integer({ min: 0, max: 100 }), (sheet, passingScore) => {
      const { points, max, passed } = judge(plainRules, tallyOf(sheet), passingScore);
      const spec = grade(sheet, passingScore);
      expect({ points, max, passed }).toEqual({
        points: spec.correctAnswers * 100,
        max: spec.totalQuestions * 100,
        passed: spec.passed,
      });
    }),
  );
});

it('annulling a question and taking that back gives the very same result', () => {
  fc.assert(
    fc.property(anyRules, anySheet, fc.nat(59), (rules, sheet, place) => {
      const at = place % sheet.length;
      const turned = (from: readonly Item[]) =>
        from.map((item, index) => (index === at ? { ...item, isAnnulled: !item.isAnnulled } : item));
      expect(judge(rules, tallyOf(turned(turned(sheet))), 70)).toEqual(judge(rules, tallyOf(sheet), 70));
    }),
  );
});

it('an empty attempt passes no exam', () => {
  const none: Tally[] = [];
  expect(judge(plainRules, none, 0)).toMatchObject({ points: 0, max: 0, passed: false });
});

it('rules that no student could pass, or under which nothing is worth a point, are named', () => {
  const subjects = [
    { subjectId: 1, questionCount: 4 },
    { subjectId: 2, questionCount: 6 },
  ];
  const of = (change: Partial<ExamRules>, questionCount = 10) =>
    ruleProblem({ ...plainRules, ...change }, subjects, { questionCount, passingScore: 70 });
  const block = (points: number) => ({ minimums: [{ name: 'Língua', subjectIds: [1], points }] });
  expect(of({})).toBeNull();
  expect(of({ wrong: -1, totalMinimum: 10, passLine: 10 })).toBeNull();
  expect(of({ weights: subjects.map(({ subjectId }) => ({ subjectId, weight: 0 })) })).toContain('nenhuma questão');
  expect(of({ weights: [{ subjectId: 1, weight: 0 }] })).toBeNull();
  expect(of(block(4))).toBeNull();
  expect(of(block(4.01))).toContain('o mínimo em Língua');
  // A draw adds two more questions of any subject, possibly of this one.
  expect(of(block(5), 12)).toBeNull();
  expect(of({ totalMinimum: 10.5 })).toContain('o mínimo no total');
  expect(of({ passLine: 11 })).toContain('a nota de corte');
});
