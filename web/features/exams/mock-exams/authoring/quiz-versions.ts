import type { Subject } from '#contract/content/subjects.ts';
import { kindOf, optionLabelOf } from '#contract/questions/question-kind.ts';
import { nameOfText } from '#web/editor/base-text-name.ts';
import type { Line } from '#web/lib/differences.ts';
import type { Joining } from '#web/lib/editing.ts';
import { type Merge, mergeFields, mergeRows } from '#web/lib/merge.ts';
import type { EditedQuestion, EditedQuiz } from './quiz-draft.ts';

/** The same question in every version: by its id, or by its name on the screen until it has one. */
const nameOf = ({ id, key }: EditedQuestion) => `questions.${id ?? key}`;

const everyField: ReadonlySet<string> = new Set([
  'questionText',
  'comment',
  'subjectId',
  'options',
  'format',
  'baseText',
]);
const noField: ReadonlySet<string> = new Set();

const settingsOf = ({ questions: _, ...settings }: EditedQuiz) => settings;

const mergeQuizzes: Merge<EditedQuiz> = (base, mine, theirs, givenUp = noField) => {
  const merged = mergeFields(base && settingsOf(base), settingsOf(mine), settingsOf(theirs), givenUp);
  const clashes = [...merged.clashes];
  const questions = mergeRows({
    base: base?.questions ?? null,
    mine: mine.questions,
    theirs: theirs.questions,
    nameOf,
    merge: (before, my, their) => {
      const name = nameOf(my);
      const question = mergeFields(before, my, their, givenUp.has(name) ? everyField : noField);
      if (question.clashes.length > 0) clashes.push(name);
      // A text belongs to the format it was written in: half of each would be no text at all.
      if (my.format === their.format) return question.value;
      if (question.clashes.length === 0) clashes.push(name);
      return givenUp.has(name) ? their : my;
    },
  });
  return { value: { ...merged.value, questions }, clashes };
};

/** How versions of a quiz are joined. */
export const quizJoining: Joining<EditedQuiz> = {
  merge: mergeQuizzes,
  // The list is as it is on the screen now; each question that was sent takes the id it was given.
  settle: (sent, now, saved) => {
    const { value } = mergeFields(sent, now, saved);
    const byKey = (quiz: EditedQuiz) => new Map(quiz.questions.map((question) => [question.key, question]));
    const [before, after] = [byKey(sent), byKey(saved)];
    const questions = now.questions.map((question) => {
      const [was, is] = [before.get(question.key), after.get(question.key)];
      return was && is ? mergeFields(was, question, is).value : question;
    });
    return { ...value, questions };
  },
  // A question that the other side took away is a new one when it is saved again.
  onto: (mine, theirs) => {
    const known = new Set(theirs.questions.map(({ id }) => id));
    const questions = mine.questions.map(({ id, ...question }) =>
      id !== undefined && known.has(id) ? { ...question, id } : question,
    );
    return { ...mine, questions };
  },
};

const plain = (text: string) => text.replace(/<[^<>]*>/g, ' ').trim();

/** A quiz part by part, as it is compared. */
export function quizLines(quiz: EditedQuiz, subjects: readonly Subject[]): Line[] {
  return [
    { name: 'title', label: 'Título', text: quiz.title },
    { name: 'description', label: 'Descrição', text: quiz.description },
    { name: 'timeLimit', label: 'Tempo em minutos', text: quiz.timeLimit },
    { name: 'passingScore', label: 'Nota de corte (%)', text: quiz.passingScore },
    ...quiz.questions.map((question, place) => ({
      name: nameOf(question),
      label: `Questão ${place + 1}`,
      text: questionText(question, subjects),
    })),
  ];
}

/** A question with everything that is edited of it: two that differ never read the same. */
function questionText({ key: _, id: __, ...question }: EditedQuestion, subjects: readonly Subject[]) {
  const { format, baseText, questionText, options, comment, subjectId, ...none } = question;
  none satisfies Record<string, never>;
  const subject = subjects.find(({ id }) => id === subjectId)?.name;
  const choices = options.flatMap(({ optionText, comment: remark, isCorrect }, place) =>
    optionText || remark
      ? [
          `${optionLabelOf(place, kindOf(options))}) ${plain(optionText)}${isCorrect ? ' (certa)' : ''}${remark && ` – ${plain(remark)}`}`,
        ]
      : [],
  );
  return [
    baseText && `Texto-base: ${nameOfText(baseText)}`,
    plain(questionText),
    ...choices,
    comment && `Comentário: ${plain(comment)}`,
    subject && `Matéria: ${subject}`,
    format === 'html' && 'Texto formatado',
  ]
    .filter(Boolean)
    .join('\n');
}
