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
};

const known = new WeakMap<ReadonlyMap<number, readonly number[]>, TopicGroups>();

/** The groups of a bank, computed once for as long as the bank does not change. */
export function groupsOf(byTopic: ReadonlyMap<number, readonly number[]>): TopicGroups {
  const before = known.get(byTopic);
  if (before) return before;
  const groups = new Map<number, readonly number[]>();
  for (const ids of byTopic.values()) {
    for (let from = 0; from < ids.length; from += GROUP_QUESTIONS) {
      const members = ids.slice(from, from + GROUP_QUESTIONS);
      for (const id of members) groups.set(id, members);
    }
  }
  const made: TopicGroups = { membersOf: (questionId) => groups.get(questionId) };
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
