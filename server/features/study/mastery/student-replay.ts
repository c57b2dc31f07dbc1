import { afterAnswer, type Estimate, guessing, newcomer } from './mastery-model.ts';

/** A graded answer of one student, in the order of the log. */
export type StudentAnswer = {
  id: number;
  topicId: number | null;
  right: boolean;
  options: number;
  /** Of the question version that was answered; null where the last estimate did not know it. */
  difficulty: number | null;
  difficultyAnswers: number | null;
  day: string;
};

export type TopicMastery = Estimate & { rights: number; lastDay: string };
export type StudentMastery = { ability: Estimate; topics: Map<number, TopicMastery> };

export const beginner = (): StudentMastery => ({ ability: { value: 0, answers: 0 }, topics: new Map() });

/**
 * The student after these answers, whose difficulties stand. It goes on from where it is given, in place: what is
 * learnt answer by answer is what a replay of all of them gives.
 */
export function continued(
  standing: StudentMastery,
  answers: readonly StudentAnswer[],
  newQuestion: number,
): StudentMastery {
  for (const { topicId, right, options, difficulty, difficultyAnswers, day } of answers) {
    const topic = topicId === null ? undefined : standing.topics.get(topicId);
    const before = { ability: standing.ability, offset: topic ?? newcomer.offset };
    const question = { value: difficulty ?? newQuestion, answers: difficultyAnswers ?? 0 };
    const after = afterAnswer(before, question, guessing(options), right);
    standing.ability = after.ability;
    if (topicId === null) continue;
    const lastDay = topic && topic.lastDay > day ? topic.lastDay : day;
    standing.topics.set(topicId, { ...after.offset, rights: (topic?.rights ?? 0) + (right ? 1 : 0), lastDay });
  }
  return standing;
}
