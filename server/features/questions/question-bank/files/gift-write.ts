import { kindOf } from '#contract/questions/question-kind.ts';
import type { QuestionFormat } from '#contract/questions/question-shapes.ts';
import { TEXT_KEY, TEXT_OF_QUESTION, writeNamed, writeTags } from './gift-tags.ts';
import { writeEscapes } from './gift-text.ts';
import { excerptOf, type FileQuestion } from './question-file.ts';

/** Questions as Moodle writes them, grouped by subject; `readGift` reads them back unchanged. */
export const writeGift = (questions: readonly FileQuestion[]): string => Array.from(giftPieces(questions)).join('');

/** The same file, with an empty line between its pieces. */
export function* giftPieces(questions: readonly FileQuestion[]): Generator<string> {
  let isFirst = true;
  for (const piece of giftParts(questions)) {
    yield isFirst ? piece : `\n${piece}`;
    isFirst = false;
  }
}

function* giftParts(questions: readonly FileQuestion[]): Generator<string> {
  const texts = textKeys();
  for (const { subject, alike } of inCategories(questions)) {
    if (subject !== '') yield `$CATEGORY: ${categoryOf(subject)}\n`;
    for (const [index, question] of alike.entries()) {
      yield* texts.newOf(question);
      yield writeQuestion(question, index, texts.keyOf(question));
    }
  }
}

/** Groups questions by subject. Those without one come first, because a category applies until the next one. */
export function inCategories(questions: readonly FileQuestion[]): { subject: string; alike: FileQuestion[] }[] {
  const bySubject = Map.groupBy(questions, ({ subject }) => subject);
  const subjects = [...bySubject.keys()].sort((a, b) => Number(a !== '') - Number(b !== ''));
  return subjects.map((subject) => ({ subject, alike: bySubject.get(subject) ?? [] }));
}

export const categoryOf = (subject: string) => `$course$/top/${subject.replaceAll('/', '//')}`;

/** Writes each base text once, before the first question that names it. */
function textKeys() {
  const known = new Map<string, string>();
  const idOf = ({ baseText }: FileQuestion) => (baseText ? JSON.stringify(baseText) : '');
  return {
    keyOf: (question: FileQuestion) => known.get(idOf(question)) ?? '',
    newOf(question: FileQuestion): string[] {
      const { baseText } = question;
      if (!baseText || known.has(idOf(question))) return [];
      const key = String(known.size + 1);
      known.set(idOf(question), key);
      const title = baseText.title ? `::${writeEscapes(baseText.title)}::` : '';
      return [`// ${writeNamed({ [TEXT_KEY]: key })}\n${title}[${baseText.format}]${writeEscapes(baseText.text)}\n`];
    },
  };
}

function writeQuestion(question: FileQuestion, index: number, textKey: string): string {
  const { format } = question;
  const name = writeEscapes(nameOf(question, index));
  const tags = [writeTags(question), writeNamed({ [TEXT_OF_QUESTION]: textKey })].filter(Boolean).join(' ');
  const lines = [
    ...(tags ? [`// ${tags}`] : []),
    `::${name}::[${format}]${writeEscapes(question.questionText)}{${writeAnswers(question)}}`,
  ];
  return `${lines.join('\n')}\n`;
}

function writeAnswers(question: FileQuestion): string {
  const { format, options } = question;
  const general = question.comment ? `####${formatted(question.comment, format)}` : '';
  if (isVerdict(question)) {
    const isTrue = options[0]?.isCorrect ?? false;
    const right = options.find(({ isCorrect }) => isCorrect)?.comment ?? '';
    const wrong = options.find(({ isCorrect }) => !isCorrect)?.comment ?? '';
    const feedback = [wrong, right].map((text) => `#${formatted(text, format)}`).join('');
    return `${isTrue ? 'TRUE' : 'FALSE'}${wrong || right ? feedback : ''}${general}`;
  }
  const lines = options.map(({ optionText, comment, isCorrect }) => {
    const feedback = comment ? `#${formatted(comment, format)}` : '';
    return `\t${isCorrect ? '=' : '~'}${formatted(optionText, format)}${feedback}\n`;
  });
  return `\n${lines.join('')}${general ? `\t${general}\n` : ''}`;
}

export const isVerdict = ({ options }: FileQuestion) =>
  kindOf(options) === 'true_false' && options.filter(({ isCorrect }) => isCorrect).length === 1;

/** Prefixes a text that begins like a format or a weight with its format, so that it is read as text. */
const formatted = (text: string, format: QuestionFormat) =>
  `${/^[[%]/.test(text) ? `[${format}]` : ''}${writeEscapes(text)}`;

/** The name that Moodle shows in its lists. */
export const nameOf = (question: FileQuestion, index: number) =>
  excerptOf(plainText(question)) || `Questão ${index + 1}`;

const plainText = ({ format, questionText }: FileQuestion) =>
  format === 'html' ? questionText.replace(/<[^<>]*>/g, ' ') : questionText;
