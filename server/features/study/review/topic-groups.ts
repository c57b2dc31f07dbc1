import type { SeenQuestion } from './today.ts';

/**
 * A topic is repeated in groups of this many of its questions, the oldest first. An exam asks other questions of the
 * topic, so the group is remembered and its questions take turns. A larger group would call a broad topic known after
 * a few questions.
 */
export const GROUP_QUESTIONS = 5;

export type TopicGroups = {
  /** The questions of the group, this one included; undefined for a question without a topic or outside the bank. */
  membersOf: (questionId: number) => readonly number[] | undefined;
  ofTopics: ReadonlyMap<number, readonly (readonly number[])[]>;
};

const known = new WeakMap<ReadonlyMap<number, readonly number[]>, TopicGroups>();

/** The groups of a bank, computed once for as long as the bank does not change. */
export function groupsOf(byTopic: ReadonlyMap<number, readonly number[]>): TopicGroups {
  const before = known.get(byTopic);
  if (before) return before;
  const groups = new Map<number, readonly number[]>();
  const ofTopics = new Map<number, (readonly number[])[]>();
  for (const [topicId, ids] of byTopic) {
    const own: (readonly number[])[] = [];
    ofTopics.set(topicId, own);
    for (let from = 0; from < ids.length; from += GROUP_QUESTIONS) {
      const members = ids.slice(from, from + GROUP_QUESTIONS);
      own.push(members);
      for (const id of members) groups.set(id, members);
    }
  }
  const made: TopicGroups = { membersOf: (questionId) => groups.get(questionId), ofTopics };
  known.set(byTopic, made);
  return made;
}

/** The key of a group: its members, or the question alone. */
export const keyOf = ({ membersOf }: TopicGroups, questionId: number): readonly number[] | number =>
  membersOf(questionId) ?? questionId;

/**
 * One question for each group: the one with the latest answer, whose memory has counted its substitutes as well. An
 * answer to a substitute is as late: the oldest question of several carries the group, and stays it.
 */
export function carriersOf<Some extends Pick<SeenQuestion, 'questionId' | 'lastDay'>>(
  groups: TopicGroups,
  seen: readonly Some[],
): Some[] {
  const carriers = new Map<readonly number[] | number, Some>();
  for (const one of seen) {
    const key = keyOf(groups, one.questionId);
    const other = carriers.get(key);
    const isLater =
      !other || one.lastDay > other.lastDay || (one.lastDay === other.lastDay && one.questionId < other.questionId);
    if (isLater) carriers.set(key, one);
  }
  return [...carriers.values()];
}

/** The groups as one student has begun them. */
export type StudentGroups = TopicGroups & {
  begun: ReadonlySet<readonly number[] | number>;
  carriers: readonly SeenQuestion[];
  isCarrier: ReadonlySet<number>;
  states: ReadonlyMap<number, SeenQuestion>;
  /** The questions of each topic whose group is not begun. */
  notBegun: ReadonlyMap<number, readonly number[]>;
};

export function groupsOfStudent(groups: TopicGroups, seen: readonly SeenQuestion[]): StudentGroups {
  const carriers = carriersOf(groups, seen);
  const begun = new Set(carriers.map(({ questionId }) => keyOf(groups, questionId)));
  const notBegun = [...groups.ofTopics].map(
    ([topicId, own]) => [topicId, own.filter((members) => !begun.has(members)).flat()] as const,
  );
  return {
    ...groups,
    ...{ begun, carriers, notBegun: new Map(notBegun) },
    isCarrier: new Set(carriers.map(({ questionId }) => questionId)),
    states: new Map(seen.map((one) => [one.questionId, one])),
  };
}
