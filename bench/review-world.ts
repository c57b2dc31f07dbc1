import type { Memory } from '#server/features/study/review/engine/memory.ts';
import { NEVER } from '#server/features/study/review/engine/policy-input.ts';
import type { Student } from '#server/features/study/review/engine/simulation.ts';

/**
 * The world that judges a review, which the chooser does not know. Questions belong to topics. Half of what an answer
 * needs is shared by its topic, half belongs to the question. What is not known is guessed. The exam asks unseen
 * questions, so only the topic's half counts.
 */
export type JudgedStudent = Student & {
  /** The share of the topics that is known on a day, in percent. A topic never seen is not known. */
  knownOn: (day: number) => number;
  answers: () => number;
};

const TOPIC_QUESTIONS = 5;
const OF_TOPIC = 0.5;
/** Four options. */
export const GUESS = 0.25;

export const topicsOf = (questions: number): number => Math.ceil(questions / TOPIC_QUESTIONS);

type About = { memory: Memory; questions: number; firstKnown: number };

export function judgedStudent({ memory, questions, firstKnown }: About): JudgedStudent {
  const topics = topicsOf(questions);
  const topicOf = (question: number) => question % topics;
  const ofTopics = traces(memory, topics);
  const ofQuestions = traces(memory, questions);
  let count = 0;
  return {
    answers: () => count,
    standInFor(question) {
      for (let other = topicOf(question); other < questions; other += topics)
        if (!ofQuestions.isSeen(other)) return other;
      return question;
    },
    answer(question, today, random) {
      const topic = topicOf(question);
      const shared = ofTopics.isSeen(topic) ? ofTopics.recall(topic, today) : firstKnown;
      const own = ofQuestions.isSeen(question) ? ofQuestions.recall(question, today) : shared;
      const isKnown = random() < OF_TOPIC * shared + (1 - OF_TOPIC) * own;
      const right = isKnown || random() < GUESS;
      ofTopics.learn(topic, today, isKnown);
      ofQuestions.learn(question, today, isKnown);
      count += 1;
      return right;
    },
    knownOn(day) {
      let sum = 0;
      for (let topic = 0; topic < topics; topic += 1) if (ofTopics.isSeen(topic)) sum += ofTopics.recall(topic, day);
      return (100 * sum) / topics;
    },
  };
}

/** One memory for each topic or question. A second answer on the same day adds nothing. */
function traces(memory: Memory, size: number) {
  const stability = new Float64Array(size);
  const difficulty = new Float64Array(size);
  const last = new Int32Array(size).fill(NEVER);
  const recall = (at: number, day: number) =>
    memory.recall(stability[at] as number, Math.max(0, day - (last[at] as number)));
  return {
    isSeen: (at: number) => last[at] !== NEVER,
    recall,
    learn(at: number, day: number, isKnown: boolean) {
      if (last[at] === day) return;
      if (last[at] === NEVER) {
        const first = memory.first(isKnown);
        stability[at] = first.stability;
        difficulty[at] = first.difficulty;
      } else {
        const after = isKnown ? memory.stabilityAfterRight : memory.stabilityAfterWrong;
        stability[at] = after(stability[at] as number, difficulty[at] as number, recall(at, day));
        difficulty[at] = memory.difficultyAfter(difficulty[at] as number, isKnown);
      }
      last[at] = day;
    },
  };
}
