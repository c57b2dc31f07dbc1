import type { Db, Tx } from '#server/db/handle.ts';
import type { Shared } from '#server/db/shared.ts';
import { readTopicLessons } from '#server/features/content/lessons/topic-lessons.service.ts';
import type { Withheld } from '#server/features/exams/mock-exams/taking/withheld-questions.ts';
import { readActiveQuestions } from '#server/features/questions/questions/active-questions.service.ts';
import { readDifficulties } from '#server/features/study/mastery/mastery.service.ts';
import { UNKNOWN_QUESTION } from '#server/features/study/mastery/score-checks.service.ts';

/** The school's material for each topic. The same for every student. */
export async function readMaterial(db: Db | Tx, shared: Shared) {
  const [difficulties, bank, lessons] = await Promise.all([
    readDifficulties(db, shared),
    readActiveQuestions(db, shared),
    readTopicLessons(db, shared),
  ]);
  return { ...difficulties, bank, lessons };
}

export type Material = Awaited<ReturnType<typeof readMaterial>>;

const sum = <T>(list: readonly T[], of: (one: T) => number) => list.reduce((all, one) => all + of(one), 0);

/** The active questions of these topics. */
export const questionsOf = ({ bank }: Material, topicIds: readonly number[]): number[] =>
  topicIds.flatMap((id) => bank.byTopic.get(id) ?? []);

/** Questions and lessons of these topics together, without the questions that a student is not given now. */
export const amountOf = (
  { bank, lessons }: Material,
  topicIds: readonly number[],
  withheld: Pick<Withheld, 'has'> = new Set<number>(),
) => ({
  available: sum(topicIds, (id) => bank.byTopic.get(id)?.filter((one) => !withheld.has(one)).length ?? 0),
  lessons: sum(topicIds, (id) => lessons.byTopic.get(id)?.lessons.length ?? 0),
  words: sum(topicIds, (id) => lessons.byTopic.get(id)?.words ?? 0),
});

/** What the questions of these topics are like, as far as anybody has answered them. */
export function difficultyOf({ byTopic, model }: Material, topicIds: readonly number[]) {
  const known = topicIds.flatMap((id) => byTopic.get(id) ?? []);
  const all = sum(known, ({ questions }) => questions);
  if (known.length === 0) return { difficulty: model.newQuestion, spread: UNKNOWN_QUESTION, guess: model.guess };
  const mean = (of: (one: (typeof known)[number]) => number) =>
    all > 0 ? sum(known, (one) => one.questions * of(one)) / all : 0;
  const difficulty = mean(({ value }) => value);
  const within = mean(({ spread }) => spread);
  const between = mean(({ value }) => (value - difficulty) ** 2);
  return { difficulty, spread: within + between, guess: mean(({ guess }) => guess) };
}

/** What of the lessons was read, by topic: how many, and how many words. */
export function readOf({ lessons }: Material, lessonIds: readonly number[]) {
  const byTopic = new Map<number, { count: number; words: number }>();
  for (const id of lessonIds) {
    const lesson = lessons.byId.get(id);
    if (!lesson) continue;
    const before = byTopic.get(lesson.topicId);
    byTopic.set(lesson.topicId, {
      count: (before?.count ?? 0) + 1,
      words: (before?.words ?? 0) + lesson.wordCount,
    });
  }
  return byTopic;
}
