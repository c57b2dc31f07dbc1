import type { Subject } from '#contract/content/subjects.ts';
import type { QuizComposition } from '#contract/exams/quiz-composition.ts';
import type { BankQuestionSummary } from '#contract/questions/question-bank.ts';
import { difficultyNames } from '#web/features/questions/questions/bank-words.ts';
import type { Line } from '#web/lib/differences.ts';
import type { Joining, Snapshot } from '#web/lib/editing.ts';
import { mergeFields, mergeRows } from '#web/lib/merge.ts';
import { type EditedDraw, editedDraws } from './draw-rules.tsx';

export type ChosenQuestion = QuizComposition['questions'][number];

/** The composition of a quiz while it is edited. */
export type EditedComposition = {
  questions: ChosenQuestion[];
  draws: EditedDraw[];
  shuffleOptions: boolean;
  isTraining: boolean;
};

export const snapshotOf = (stored: QuizComposition, sent?: EditedComposition): Snapshot<EditedComposition> => ({
  value: {
    questions: stored.questions,
    draws: editedDraws(stored.draws, sent?.draws),
    shuffleOptions: stored.shuffleOptions,
    isTraining: stored.isTraining,
  },
  revision: stored.revision,
  savedAt: stored.updatedAt,
});

/** Questions that either side chose are in; everything else field by field. */
export const compositionJoining: Partial<Joining<EditedComposition>> = {
  merge: (base, mine, theirs, givenUp) => {
    const merged = mergeFields(base, mine, theirs, givenUp);
    const questions = mergeRows({
      base: base?.questions ?? null,
      mine: mine.questions,
      theirs: theirs.questions,
      nameOf: ({ id }) => String(id),
      merge: (_, __, their) => their,
    });
    return {
      value: { ...merged.value, questions },
      clashes: merged.clashes.filter((name) => name !== 'questions'),
    };
  },
};

/** A row of the bank in the shape of the composition. */
export const chosenOf = ({
  id,
  excerpt,
  kind,
  subjectId,
  subject,
  topic,
  source,
  year,
  difficulty,
  status,
}: BankQuestionSummary): ChosenQuestion => ({
  id,
  excerpt,
  kind,
  subjectId,
  subject,
  topic,
  source,
  year,
  difficulty,
  status,
  inBank: true,
  hasNewerVersion: false,
});

const yesOrNo = (is: boolean) => (is ? 'Sim' : 'Não');

/** One rule with all its criteria: two rules that differ never read the same. */
function drawText({ key: _, topicId: __, ...draw }: EditedDraw, subjects: readonly Subject[]): string {
  const { count, subjectId, topic, source, year, difficulty, ...none } = draw;
  none satisfies Record<string, never>;
  const subject = subjects.find(({ id }) => id === subjectId)?.name;
  return [count, subject, topic, source, year, difficulty && difficultyNames[difficulty]].filter(Boolean).join(', ');
}

/** A composition part by part, as it is compared. */
export const compositionLines = (composition: EditedComposition, subjects: readonly Subject[]): Line[] => [
  {
    name: 'questions',
    label: 'Questões escolhidas',
    text: composition.questions.map(({ excerpt }, place) => `${place + 1}. ${excerpt}`).join('\n'),
  },
  {
    name: 'draws',
    label: 'Sorteios',
    text: composition.draws.map((draw) => drawText(draw, subjects)).join('\n'),
  },
  { name: 'shuffleOptions', label: 'Embaralhar as alternativas', text: yesOrNo(composition.shuffleOptions) },
  { name: 'isTraining', label: 'Liberar o treino desde o início', text: yesOrNo(composition.isTraining) },
];
