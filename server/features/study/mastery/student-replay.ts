import { type AbilityHistory, addToHistory, noHistory } from './ability-history.ts';
import { nothingRecent, type Recent, recentAfter } from './layer.ts';
import { afterAnswer, type Estimate, guessing, newcomer, probability } from './mastery-model.ts';

/** A graded answer of one student, in the order of the log. */
export type StudentAnswer = {
  id: number;
  topicId: number | null;
  right: boolean;
  options: number;
  /** The difficulty of the answered question version; null where the last estimate did not include it. */
  difficulty: number | null;
  difficultyAnswers: number | null;
  day: string;
  /** The student's first answer to this content: the first of all, or the first after the question changed. */
  isFirst: boolean;
  /** The student's first answer to this question, whatever its version. */
  isNewQuestion: boolean;
};

/** `answers` of the estimate counts different questions; `total` counts every answer, repeats included. */
export type TopicMastery = Estimate & { total: number; rights: number; lastDay: string };
export type StudentMastery = {
  /** The running estimate that the offsets of topics are measured against. */
  ability: Estimate;
  /** What the first answers say about the ability over time: every score comes from it. */
  history: AbilityHistory;
  total: number;
  /** What the nightly layer adds to the model; every answer counts, repeats included. */
  recent: Recent;
  topics: Map<number, TopicMastery>;
};

export const beginner = (): StudentMastery => ({
  ability: { value: 0, answers: 0 },
  history: noHistory(),
  total: 0,
  recent: nothingRecent(),
  topics: new Map(),
});

/**
 * The student after these answers, with fixed difficulties. It continues from the given state, in place: learning
 * answer by answer gives the same result as a replay of all answers. Only first answers move ability and topics:
 * a repeat shows what the student remembers of one question, which is the memory's concern.
 */
export function continued(
  standing: StudentMastery,
  answers: readonly StudentAnswer[],
  newQuestion: number,
): StudentMastery {
  for (const answer of answers) {
    const { topicId, right, day } = answer;
    const topic = topicId === null ? undefined : standing.topics.get(topicId);
    const before = { ability: standing.ability, offset: evidenceOf(topic) };
    const question = { value: answer.difficulty ?? newQuestion, answers: answer.difficultyAnswers ?? 0 };
    const expected = probability(before, question, guessing(answer.options));
    standing.recent = recentAfter(standing.recent, right, expected);
    const after = answer.isFirst ? afterFirst(standing.history, before, question, answer) : before;
    standing.ability = after.ability;
    standing.total += 1;
    if (topicId === null) continue;
    const lastDay = topic && topic.lastDay > day ? topic.lastDay : day;
    const [total, rights] = [(topic?.total ?? 0) + 1, (topic?.rights ?? 0) + (right ? 1 : 0)];
    standing.topics.set(topicId, { ...after.offset, total, rights, lastDay });
  }
  return standing;
}

const evidenceOf = (topic: Estimate | undefined): Estimate =>
  topic ? { value: topic.value, answers: topic.answers } : newcomer.offset;

/** A changed question moves the estimates and does not count as another question. */
function afterFirst(
  history: AbilityHistory,
  before: { ability: Estimate; offset: Estimate },
  question: Estimate,
  { options, right, isNewQuestion }: StudentAnswer,
) {
  addToHistory(history, question, guessing(options), right);
  const after = afterAnswer(before, question, guessing(options), right);
  if (isNewQuestion) return after;
  return {
    ability: { ...after.ability, answers: before.ability.answers },
    offset: { ...after.offset, answers: before.offset.answers },
  };
}
