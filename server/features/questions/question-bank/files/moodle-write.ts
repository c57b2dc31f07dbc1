import { escapeText } from '#contract/escape-html.ts';
import { TEXT_KEY, TEXT_OF_QUESTION, tagsOf } from './gift-tags.ts';
import { categoryOf, inCategories, isVerdict, nameOf } from './gift-write.ts';
import type { FileOption, FileQuestion } from './question-file.ts';

const textElement = (text: string) =>
  `<text>${/[<>&\n]/.test(text) ? `<![CDATA[${text.replaceAll(']]>', ']]]]><![CDATA[>')}]]>` : text}</text>`;
/** A picture of the school, to be written into the file itself, because another Moodle cannot read our addresses. */
export type FilePicture = { name: string; base64: string };
type Pictures = ReadonlyMap<string, FilePicture>;

/** A text followed by the pictures that it shows. */
function textWithPictures(text: string, pictures: Pictures): string {
  const shown = [...pictures].filter(([address]) => text.includes(`"${address}"`));
  const placed = shown.reduce(
    (placedSoFar, [address, { name }]) => placedSoFar.replaceAll(`"${address}"`, `"@@PLUGINFILE@@/${name}"`),
    text,
  );
  const files = shown.map(([, { name, base64 }]) => `<file name="${name}" path="/" encoding="base64">${base64}</file>`);
  return textElement(placed) + files.join('');
}

const formatName = { plain: 'plain_text', html: 'html' } as const;

/** One element of the file. `texts` are those that may show pictures. */
type Part = { texts: readonly string[]; write: (pictures: Pictures) => string };

/** The elements of the file, grouped by subject; a base text precedes the first question that names it. */
function* partsOf(questions: readonly FileQuestion[]): Generator<Part> {
  const known = new Map<string, string>();
  for (const { subject, alike } of inCategories(questions)) {
    if (subject !== '') {
      const category = textElement(categoryOf(subject));
      yield { texts: [], write: () => `<question type="category"><category>${category}</category></question>` };
    }
    for (const [index, question] of alike.entries()) {
      const { baseText } = question;
      const id = baseText ? JSON.stringify(baseText) : '';
      if (baseText !== null && !known.has(id)) {
        known.set(id, String(known.size + 1));
        const key = known.get(id) ?? '';
        yield { texts: [baseText.text], write: (pictures) => description(baseText, key, pictures) };
      }
      const options = question.options.flatMap(({ optionText, comment }) => [optionText, comment]);
      yield {
        texts: [question.questionText, question.comment, ...options],
        write: (pictures) => written(question, index, known.get(id) ?? '', pictures),
      };
    }
  }
}

const HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n<quiz>\n';
const END = '</quiz>\n';

/** Questions as Moodle exports them, grouped by subject; `readMoodle` reads them back unchanged. */
export const writeMoodle = (questions: readonly FileQuestion[]): string => Array.from(moodlePieces(questions)).join('');

export function* moodlePieces(questions: readonly FileQuestion[]): Generator<string> {
  yield HEAD;
  for (const { write } of partsOf(questions)) yield `${write(new Map())}\n`;
  yield END;
}

/** The same file in parts, with pictures inside. Those of one part are read when it is written, so memory holds no others. */
export async function* streamMoodle(
  questions: readonly FileQuestion[],
  picturesOf: (texts: readonly string[]) => Promise<Pictures>,
): AsyncGenerator<string> {
  yield HEAD;
  for (const { texts, write } of partsOf(questions)) yield `${write(await picturesOf(texts))}\n`;
  yield END;
}

const tags = (contents: readonly string[]) =>
  contents.length === 0
    ? ''
    : `<tags>${contents.map((content) => `<tag><text>${escapeText(content.replace(/\s+/g, ' '))}</text></tag>`).join('')}</tags>`;

const description = ({ title, format, text }: NonNullable<FileQuestion['baseText']>, key: string, pictures: Pictures) =>
  `<question type="description"><name>${textElement(title)}</name><questiontext format="${formatName[format]}">${textWithPictures(text, pictures)}</questiontext>${tags([`${TEXT_KEY}=${key}`])}</question>`;

function written(question: FileQuestion, index: number, textKey: string, pictures: Pictures): string {
  const format = formatName[question.format];
  const isTrueFalse = isVerdict(question);
  const answer = ({ optionText, comment, isCorrect }: FileOption, place: number) => {
    const text = isTrueFalse ? (['true', 'false'][place] ?? '') : optionText;
    const feedback = `<feedback format="${format}">${textWithPictures(comment, pictures)}</feedback>`;
    return `  <answer fraction="${isCorrect ? 100 : 0}" format="${isTrueFalse ? 'moodle_auto_format' : format}">${textWithPictures(text, pictures)}${feedback}</answer>`;
  };
  const named = [
    ...tagsOf(question).map(([name, value]) => `${name}=${value}`),
    ...question.tags,
    ...(textKey === '' ? [] : [`${TEXT_OF_QUESTION}=${textKey}`]),
  ];
  return [
    `<question type="${isTrueFalse ? 'truefalse' : 'multichoice'}">`,
    `  <name>${textElement(nameOf(question, index))}</name>`,
    `  <questiontext format="${format}">${textWithPictures(question.questionText, pictures)}</questiontext>`,
    `  <generalfeedback format="${format}">${textWithPictures(question.comment, pictures)}</generalfeedback>`,
    '  <defaultgrade>1</defaultgrade><penalty>0</penalty><hidden>0</hidden>',
    ...(isTrueFalse
      ? []
      : ['  <single>true</single><shuffleanswers>true</shuffleanswers><answernumbering>ABCD</answernumbering>']),
    ...question.options.map(answer),
    `  ${tags(named)}`,
    '</question>',
  ].join('\n');
}
