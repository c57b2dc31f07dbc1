import { CARD_COST } from '#server/features/study/review/engine/policy-input.ts';
import type { Student } from '#server/features/study/review/engine/simulation.ts';
import type { AnsweredDay } from '#server/features/study/review/night/traces.ts';
import { type JudgedStudent, topicsOf } from './review-world.ts';

/** What the product's list names: a group of a topic's questions, or one card. */
export type Item = { members: readonly number[]; cost: number };

/** The questions of each topic as one group, every card by itself, in the order of their first members. */
export function itemsOf(questions: number, isCard: (question: number) => boolean): Item[] {
  const topics = topicsOf(questions);
  const all = Array.from({ length: questions }, (_, question) => question);
  const groups = Map.groupBy(
    all.filter((question) => !isCard(question)),
    (question) => question % topics,
  );
  return [
    ...[...groups.values()].map((members) => ({ members, cost: 1 })),
    ...all.filter(isCard).map((card) => ({ members: [card], cost: CARD_COST })),
  ].toSorted((a, b) => (a.members[0] ?? 0) - (b.members[0] ?? 0));
}

export type GroupedStudent = Student & {
  /** The answers of each item: the log of the question that carries its memory. */
  ofItems: readonly (readonly AnsweredDay[])[];
  /** The log by questions, as the product has it. */
  log: () => (readonly AnsweredDay[])[];
};

/** Asks the question of an item that was asked least, which is its turn in the product as well. */
export function byGroups(student: JudgedStudent, items: readonly Item[]): GroupedStudent {
  const ofItems: AnsweredDay[][] = items.map(() => []);
  const own = items.map(({ members }) => members.map((): AnsweredDay[] => []));
  return {
    ofItems,
    // The first question of an item carries it.
    log: () => [...ofItems, ...own.flatMap((logs) => logs.slice(1))],
    standInFor: (item) => item,
    answer(item, today, random) {
      const logs = own[item] ?? [];
      const turn = logs.reduce((least, log, at) => (log.length < (logs[least]?.length ?? 0) ? at : least), 0);
      const right = student.answer(items[item]?.members[turn] ?? 0, today, random);
      ofItems[item]?.push([today, right]);
      logs[turn]?.push([today, right]);
      return right;
    },
  };
}
