import { type LayerExample, nothingRecent, type Recent, recentAfter } from './layer.ts';
import { knownLogit, logistic, type Paces, paces, withGuess } from './mastery-model.ts';
import { type Answer, learn, type Mastery, masteryStateOf } from './replay.ts';

/** What the layer remembers of a student beside the model. */
type Remembered<Id> = {
  recent: Recent;
  topics: Map<Id, { rights: number; wrongs: number; day: number }>;
  last: Map<Id, boolean>;
};

/**
 * Makes an example of each answer, in order: what was known before it, and what came. `plain` is the chance without the
 * layer. The difficulties stay as given.
 */
export function layerExamples<Id>(
  answers: readonly Answer<Id>[],
  mastery: Mastery<Id>,
  pace: Paces = paces,
): (LayerExample & { plain: number })[] {
  const students = new Map<Id, Remembered<Id>>();
  return answers.map((answer) => {
    const { student, question, topic, guess, right, day = 0 } = answer;
    const known = students.get(student) ?? { recent: nothingRecent(), topics: new Map(), last: new Map() };
    students.set(student, known);
    const state = masteryStateOf(mastery, student, topic);
    const difficulty = mastery.difficulties.get(question) ?? mastery.newQuestion;
    const inTopic = (topic === null ? undefined : known.topics.get(topic)) ?? { rights: 0, wrongs: 0, day };
    const last = known.last.get(question);
    const input = {
      logit: knownLogit(state, difficulty, pace),
      ability: state.ability.value,
      difficulty: difficulty.value,
      topicRights: inTopic.rights,
      topicWrongs: inTopic.wrongs,
      recent: known.recent,
      before: last === undefined ? ('never' as const) : last ? ('right' as const) : ('wrong' as const),
      days: Math.max(0, day - inTopic.day),
    };
    const plain = withGuess(logistic(input.logit), guess);
    learn(mastery, answer, { pace, difficultiesStand: true });
    known.recent = recentAfter(known.recent, right, plain);
    known.last.set(question, right);
    const [rights, wrongs] = right ? [inTopic.rights + 1, inTopic.wrongs] : [inTopic.rights, inTopic.wrongs + 1];
    if (topic !== null) known.topics.set(topic, { rights, wrongs, day });
    return { input, guess, right, plain };
  });
}
