import type { Answer } from './replay.ts';

/** From this chance of a right answer on a topic is firm. */
export const FIRM = 0.85;
/** Answers of one practice. */
export const PRACTICE_ANSWERS = 15;

/**
 * What studying brings: a lesson and a practice as a share of the way from where a student is to firm. What a review
 * brings is predicted for each question by the memory: a mean over repeats would be mostly regression to the mean.
 */
export type Gain = { closed: number; events: number };
export type LearntGains = { lesson: Gain; practice: Gain };

/** A lesson of a topic that a student finished. Days are numbers. */
export type FinishedLesson<Id = number> = { student: Id; topic: Id; day: number };

/** Assumptions, until the school's own log says more: a lesson and a practice together close a third of the way. */
const shipped = { lesson: 1 / 6, practice: 1 / 6 };
export const shippedGains: LearntGains = {
  lesson: { closed: shipped.lesson, events: 0 },
  practice: { closed: shipped.practice, events: 0 },
};

/** The weight of the assumption: this many events, each with this distance to firm. */
const PRIOR_EVENTS = 40;
const PRIOR_WAY = 0.35;
/** From this many events on the figure is the school's own. */
const EVENTS_NEEDED = 100;

export const isLearnt = ({ events }: Gain): boolean => events >= EVENTS_NEEDED;

/** Answers before and after a lesson that are compared, at least and at most. */
const SIDE_LEAST = 3;
const SIDE_MOST = 10;

/** A change of the chance, and what it is a share of. */
type Change = { change: number; way: number };

const mean = (list: readonly number[]) => list.reduce((sum, one) => sum + one, 0) / Math.max(1, list.length);

function gainOf(changes: readonly Change[], assumed: number): Gain {
  const priorWay = PRIOR_EVENTS * PRIOR_WAY;
  const moved = changes.reduce((sum, { change }) => sum + change, assumed * priorWay);
  const way = changes.reduce((sum, one) => sum + one.way, priorWay);
  return { closed: Math.min(1, Math.max(0, moved / way)), events: changes.length };
}

type Step = { day: number; right: number; surprise: number };

/**
 * Estimates the gains from answers in the order of the log. Lessons and practices are judged by first answers alone, as
 * far above each question's own share as they are: a harder question after the lesson is no loss.
 */
export function learnGains<Id>(answers: readonly Answer<Id>[], lessons: readonly FinishedLesson<Id>[]): LearntGains {
  const shares = sharesOf(answers);
  const topics = new Map<Id, Map<Id, Step[]>>();
  const met = new Map<Id, Set<Id>>();
  for (const { student, question, topic, right: isRight, day = 0 } of answers) {
    const right = isRight ? 1 : 0;
    const own = met.get(student) ?? new Set<Id>();
    met.set(student, own);
    if (own.has(question)) continue;
    own.add(question);
    if (topic === null) continue;
    const ofStudent = topics.get(student) ?? new Map<Id, Step[]>();
    topics.set(student, ofStudent);
    const steps = ofStudent.get(topic) ?? [];
    ofStudent.set(topic, steps);
    steps.push({ day, right, surprise: right - (shares.get(question) ?? right) });
  }
  const lessonDays = Map.groupBy(lessons, ({ student }) => student);
  const daysOf = (student: Id, topic: Id) =>
    (lessonDays.get(student) ?? []).flatMap((lesson) => (lesson.topic === topic ? lesson.day : []));
  const [read, practised]: [Change[], Change[]] = [[], []];
  for (const [student, ofStudent] of topics) {
    for (const [topic, steps] of ofStudent) {
      const days = daysOf(student, topic);
      read.push(...days.flatMap((day) => changeAround(steps, day)));
      practised.push(...practiceChanges(steps, days));
    }
  }
  return {
    lesson: gainOf(read, shipped.lesson),
    practice: gainOf(practised, shipped.practice),
  };
}

const changeBetween = (before: readonly Step[], after: readonly Step[]): Change => ({
  change: mean(after.map(({ surprise }) => surprise)) - mean(before.map(({ surprise }) => surprise)),
  way: FIRM - mean(before.map(({ right }) => right)),
});

/** Answers of the lesson's day come after it: students read, then practise. */
function changeAround(steps: readonly Step[], day: number): Change[] {
  const before = steps.filter((step) => step.day < day).slice(-SIDE_MOST);
  const after = steps.filter((step) => step.day >= day).slice(0, SIDE_MOST);
  return before.length < SIDE_LEAST || after.length < SIDE_LEAST ? [] : [changeBetween(before, after)];
}

/** Each practice beside the next one, where no lesson was read between them. */
function practiceChanges(steps: readonly Step[], lessonDays: readonly number[]): Change[] {
  const changes: Change[] = [];
  for (let from = 0; from + 2 * PRACTICE_ANSWERS <= steps.length; from += PRACTICE_ANSWERS) {
    const before = steps.slice(from, from + PRACTICE_ANSWERS);
    const after = steps.slice(from + PRACTICE_ANSWERS, from + 2 * PRACTICE_ANSWERS);
    const [first, end] = [before[0]?.day ?? 0, after.at(-1)?.day ?? 0];
    if (!lessonDays.some((day) => day >= first && day <= end)) changes.push(changeBetween(before, after));
  }
  return changes;
}

/** The share of right first answers of each question. */
function sharesOf<Id>(answers: readonly Answer<Id>[]): Map<Id, number> {
  const met = new Map<Id, Set<Id>>();
  const counts = new Map<Id, { right: number; all: number }>();
  for (const { student, question, right } of answers) {
    const own = met.get(student) ?? new Set<Id>();
    met.set(student, own);
    if (own.has(question)) continue;
    own.add(question);
    const { right: rights, all } = counts.get(question) ?? { right: 0, all: 0 };
    counts.set(question, { right: rights + (right ? 1 : 0), all: all + 1 });
  }
  return new Map([...counts].map(([question, { right, all }]) => [question, right / all]));
}
