/** A topic that the exam asks, as far as a plan goes by it. */
export type TopicToCover = {
  topicId: number;
  subjectId: number;
  subject: string;
  name: string;
  /** Points that studying it once may add. */
  gain: number;
  /** To different questions. */
  answers: number;
  /** Questions that can be practised. */
  available: number;
  /** Those that were not read, in their order. */
  lessons: readonly { id: number; title: string; minutes: number; position: number }[];
};

export type SyllabusItem = {
  kind: 'lesson' | 'practice';
  /** The id of the lesson; for a practice the id of its topic. */
  id: number;
  topicId: number;
  subjectId: number;
  subject: string;
  title: string;
  minutes: number;
  position: number;
  questions: number | null;
};

/** What a topic asks for: its lessons, then a practice, until as many different questions of it were answered. */
export function itemsOf(topic: TopicToCover, practice: { questions: number; minutesEach: number }): SyllabusItem[] {
  const { topicId, subjectId, subject } = topic;
  const about = { topicId, subjectId, subject };
  const lessons = topic.lessons.map((lesson) => ({ kind: 'lesson' as const, ...about, ...lesson, questions: null }));
  const questions = Math.min(practice.questions, topic.available);
  if (questions === 0 || topic.answers >= questions) return lessons;
  const minutes = Math.ceil(questions * practice.minutesEach);
  return [
    ...lessons,
    { kind: 'practice', id: topicId, ...about, title: `Treino: ${topic.name}`, minutes, position: 0, questions },
  ];
}

/**
 * Everything that the syllabus still asks for: the topic that brings most points per minute first, its lessons before
 * its practice. Topics that bring nothing any more come last, and are covered all the same.
 */
export function coverSyllabus(
  topics: readonly TopicToCover[],
  practice: { questions: number; minutesEach: number },
  /** The points that an item of the topic adds. */
  pointsOf: (item: SyllabusItem) => number,
): SyllabusItem[] {
  return topics
    .map((topic) => {
      const items = itemsOf(topic, practice);
      const minutes = items.reduce((sum, item) => sum + item.minutes, 0);
      const points = items.reduce((sum, item) => sum + pointsOf(item), 0);
      return { items, worth: minutes > 0 ? points / minutes : 0 };
    })
    .toSorted((a, b) => b.worth - a.worth)
    .flatMap(({ items }) => items);
}

/** Items already shown for the day come first, in their order; the others keep the current order. */
export function asSaid<T extends { kind: string; id: number }>(items: readonly T[], said: readonly string[]): T[] {
  const place = new Map(said.map((key, at) => [key, at]));
  const placeOf = (item: T) => place.get(keyOf(item)) ?? said.length;
  return items.toSorted((a, b) => placeOf(a) - placeOf(b));
}

export const keyOf = ({ kind, id }: { kind: string; id: number }): string => `${kind}:${id}`;

/** A simulado comes when the lessons before it in its course had their turn; where none is left, after the first item. */
export function withQuizzes<T extends { kind: string; id: number }>(
  items: readonly T[],
  quizzes: readonly { quiz: T; after: readonly number[] }[],
): T[] {
  const all = [...items];
  for (const { quiz, after } of quizzes) {
    const before = all.findLastIndex(({ kind, id }) => kind === 'lesson' && after.includes(id));
    all.splice(before < 0 ? Math.min(1, all.length) : before + 1, 0, quiz);
  }
  return all;
}
