import type { ExamRules } from '#contract/exams/exam-rules.ts';

/** The questions of one subject in one attempt. Annulled ones are in none of the other counts. */
export type Tally = {
  subjectId: number | null;
  right: number;
  wrong: number;
  blank: number;
  annulled: number;
  /** Correct answers to questions whose key the student had opened before. */
  helped: number;
};

/** Points are whole hundredths everywhere in here. */
type SubjectPoints = Tally & { points: number; max: number };
type Minimum = { name: string; isTotal: boolean; minimum: number; points: number; isReached: boolean };

export type Judgement = {
  points: number;
  max: number;
  passLine: number;
  subjects: SubjectPoints[];
  minimums: Minimum[];
  passed: boolean;
};

export const TOTAL = 'Total';

const hundredths = (value: number) => Math.round(value * 100);

/** Half away from zero, in whole numbers. */
function divided(value: number, by: number): number {
  const magnitude = Math.floor((2 * Math.abs(value) + by) / (2 * by));
  return value < 0 ? -magnitude : magnitude;
}

/**
 * A subject's points, rounded once, to hundredths: everything else is a sum of these, so that the shown figures add
 * up. With `pro_rata` and all questions of a subject annulled there are no others to share the points, so every
 * student gets them.
 */
function pointsOf(rules: ExamRules, tally: Tally): SubjectPoints {
  const { right, wrong, blank, annulled, subjectId } = tally;
  const weight = hundredths(rules.weights.find((one) => one.subjectId === subjectId)?.weight ?? 1);
  const worth = hundredths(rules.right);
  const standing = right + wrong + blank;
  const earned = right * worth + wrong * hundredths(rules.wrong) + blank * hundredths(rules.blank);
  const all = standing + annulled;
  const full = divided(all * worth * weight, 100);
  if (rules.annulment === 'dropped') {
    return { ...tally, points: divided(earned * weight, 100), max: divided(standing * worth * weight, 100) };
  }
  if (rules.annulment === 'point') {
    return { ...tally, points: divided((earned + annulled * worth) * weight, 100), max: full };
  }
  const points = standing === 0 ? full : divided(earned * weight * all, 100 * standing);
  return { ...tally, points, max: full };
}

/** What an attempt is worth by the rules of its version. The only place where points are counted. */
export function judge(rules: ExamRules, tallies: readonly Tally[], passingScore: number): Judgement {
  const subjects = tallies.map((tally) => pointsOf(rules, tally));
  const sum = (of: readonly SubjectPoints[]) => of.reduce((total, { points }) => total + points, 0);
  const points = sum(subjects);
  const max = subjects.reduce((total, subject) => total + subject.max, 0);
  const against = (name: string, isTotal: boolean, least: number, reached: number): Minimum => {
    const minimum = hundredths(least);
    return { name, isTotal, minimum, points: reached, isReached: reached >= minimum };
  };
  const minimums = rules.minimums.map(({ name, subjectIds, points: least }) =>
    against(
      name,
      false,
      least,
      sum(subjects.filter(({ subjectId }) => subjectId !== null && subjectIds.includes(subjectId))),
    ),
  );
  if (rules.totalMinimum !== null) minimums.push(against(TOTAL, true, rules.totalMinimum, points));
  const passLine = rules.passLine === null ? Math.ceil((passingScore * max) / 100) : hundredths(rules.passLine);
  const isIn = subjects.length > 0 && minimums.every(({ isReached }) => isReached);
  return { points, max, passLine, subjects, minimums, passed: isIn && points >= passLine };
}

/** Whether a pass would be none had the questions with an open key been left blank. */
export const leansOnKey = (rules: ExamRules, tallies: readonly Tally[], passingScore: number): boolean =>
  tallies.some(({ helped }) => helped > 0) &&
  judge(rules, tallies, passingScore).passed &&
  !judge(
    rules,
    tallies.map((tally) => ({ ...tally, right: tally.right - tally.helped, blank: tally.blank + tally.helped })),
    passingScore,
  ).passed;

type TalliedQuestion = {
  subjectId: number | null;
  selectedOptionId: number | null;
  rightOptionId: number;
  isAnnulled: boolean;
  keySeen: boolean;
};

/** Tallies the questions by subject, in order of appearance. */
export function tallyOf(sheet: readonly TalliedQuestion[]): Tally[] {
  const tallies = new Map<number | null, Tally>();
  for (const { subjectId, selectedOptionId, rightOptionId, isAnnulled, keySeen } of sheet) {
    const tally = tallies.get(subjectId) ?? { subjectId, right: 0, wrong: 0, blank: 0, annulled: 0, helped: 0 };
    tallies.set(subjectId, tally);
    if (isAnnulled) tally.annulled += 1;
    else if (selectedOptionId === null) tally.blank += 1;
    else if (selectedOptionId !== rightOptionId) tally.wrong += 1;
    else {
      tally.right += 1;
      if (keySeen) tally.helped += 1;
    }
  }
  return [...tallies.values()];
}

/** Why even an exam without mistakes would not pass, or would be worth no points; null: it would pass. */
export function ruleProblem(
  rules: ExamRules,
  subjects: readonly { subjectId: number; questionCount: number }[],
  { questionCount, passingScore }: { questionCount: number; passingScore: number },
): string | null {
  const full = (subjectId: number | null, right: number) => ({ ...noTally, subjectId, right });
  const ofSubjects = subjects.reduce((sum, subject) => sum + subject.questionCount, 0);
  // Questions without a subject, and those that a draw selects from any subject.
  const others = questionCount - ofSubjects;
  const tallies = [
    ...subjects.map((subject) => full(subject.subjectId, subject.questionCount)),
    ...(others > 0 ? [full(null, others)] : []),
  ];
  const { max, points, passLine, minimums } = judge(rules, tallies, passingScore);
  if (max === 0) return 'Pelas regras da prova, nenhuma questão vale pontos. Confira os pesos.';
  // A draw from any subject may still add enough questions to reach the minimum of one subject.
  const short = minimums.find(({ isReached, isTotal }) => !isReached && (isTotal || others === 0));
  if (short) {
    const where = short.isTotal ? 'no total' : `em ${short.name}`;
    return `Pelas regras da prova, o mínimo ${where} não seria alcançado nem acertando tudo.`;
  }
  return points < passLine ? 'Pelas regras da prova, a nota de corte não seria alcançada nem acertando tudo.' : null;
}

const noTally: Tally = { subjectId: null, right: 0, wrong: 0, blank: 0, annulled: 0, helped: 0 };
