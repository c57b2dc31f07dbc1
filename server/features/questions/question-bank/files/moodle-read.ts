import { TRUE_FALSE } from '#contract/questions/question-kind.ts';
import { NotTaken } from './gift-answers.ts';
import { descriptionsOf, MARKDOWN } from './gift-descriptions.ts';
import { commonFormat, type GiftFormat, type GiftText, plainAsHtml } from './gift-formats.ts';
import { readCategory } from './gift-read.ts';
import { addTag, readTags, TEXT_KEY, TEXT_OF_QUESTION } from './gift-tags.ts';
import { childOf, childrenOf, readXmlTree, textIn, type XmlElement } from './moodle-xml.ts';
import { excerptOf, type FileEntry, type FileOption, type FileQuestion, FileRefused } from './question-file.ts';

/** A picture inside the file, and the address that the questions use for it. */
export type EmbeddedFile = { address: string; name: string; content: Uint8Array };

const formats: Readonly<Record<string, GiftFormat>> = {
  html: 'html',
  moodle_auto_format: 'moodle',
  plain_text: 'plain',
  markdown: 'markdown',
};

const kinds: Readonly<Record<string, string>> = {
  shortanswer: 'de resposta curta',
  numerical: 'numéricas',
  matching: 'de associação',
  essay: 'dissertativas',
  cloze: 'de lacunas (cloze)',
  calculated: 'calculadas',
  calculatedsimple: 'calculadas',
  calculatedmulti: 'calculadas',
  ddwtos: 'de arrastar e soltar',
  ddimageortext: 'de arrastar e soltar',
  ddmarker: 'de arrastar e soltar',
  gapselect: 'de escolher palavras',
  randomsamatch: 'de associação',
  ordering: 'de ordenar',
};

function questionsOf(source: string): XmlElement[] {
  const quiz = childOf(readXmlTree(source), 'quiz');
  if (!quiz) throw new FileRefused('bad_request', 'O arquivo não é um questionário do Moodle: falta <quiz>.');
  return childrenOf(quiz, 'question');
}

/** The key of a file in an import: the index of its question, and its name. */
const addressOf = (question: number, name: string) => `${question}/${name}`;

const filesIn = (element: XmlElement): XmlElement[] =>
  element.children.flatMap((child) => (child.name === 'file' ? [child] : filesIn(child)));

const fileName = ({ attributes }: XmlElement) =>
  `${attributes.path ?? '/'}${attributes.name ?? ''}`.replace(/^\/+/, '');

/** The picture of a question in files of Moodle 1.x: one for each question, beside its text. */
const OLD_PICTURE = 'image_base64';

/** The files that the questions contain as base64. */
export function embeddedFiles(source: string): EmbeddedFile[] {
  return questionsOf(source).flatMap((question, index) => {
    const picture = textIn(childOf(question, OLD_PICTURE));
    const files = filesIn(question)
      .filter(({ attributes }) => attributes.encoding === 'base64')
      .map((file) => ({
        address: addressOf(index, fileName(file)),
        name: file.attributes.name ?? '',
        content: new Uint8Array(Buffer.from(file.text, 'base64')),
      }));
    if (picture === '') return files;
    const name = textIn(childOf(question, 'image')).replace(/^.*\//, '');
    const content = new Uint8Array(Buffer.from(picture, 'base64'));
    return [...files, { address: addressOf(index, OLD_PICTURE), name, content }];
  });
}

/** The statement followed by the Moodle 1.x picture of its question. */
function withOldPicture(statement: GiftText, question: XmlElement, { index, stored }: Reading): GiftText {
  if (textIn(childOf(question, OLD_PICTURE)) === '') return statement;
  const address = stored[addressOf(index, OLD_PICTURE)];
  if (!address) throw new NotTaken('A imagem desta questão não é uma imagem aceita.');
  if (statement.format === 'markdown') throw new NotTaken(MARKDOWN);
  const text = statement.format === 'plain' ? plainAsHtml(statement.text) : statement.text;
  return { format: 'html', text: `${text}<p><img src="${address}" alt=""></p>` };
}

/** Reads multiple choice and true/false of a Moodle XML file. `stored`: the addresses of its files, now media. */
export function readMoodle(
  source: string,
  stored: Readonly<Record<string, string>>,
): { entries: FileEntry[]; remarks: string[] } {
  const texts = descriptionsOf();
  let category = { subject: '', topic: '' };
  const entries: FileEntry[] = [];
  questionsOf(source).forEach((question, index) => {
    const type = question.attributes.type ?? '';
    if (type === 'category') {
      category = readCategory(textIn(childOf(question, 'category')));
      texts.endCategory();
      return;
    }
    const place = { line: question.line, excerpt: excerptOf(textIn(childOf(question, 'name'))) };
    try {
      const reading = { index, stored };
      const tags = tagsIn(question);
      if (type === 'description') {
        texts.add(place, description(question, reading), tags.get(TEXT_KEY) ?? '');
        return;
      }
      const baseText = texts.of(tags.get(TEXT_OF_QUESTION) ?? '');
      if (baseText === undefined) throw new NotTaken('O texto-base desta questão não está antes dela no arquivo.');
      const read = readQuestion(question, type, reading);
      const labels = readTags(tags);
      entries.push({
        line: place.line,
        excerpt: excerptOf(place.excerpt || read.questionText),
        problem: null,
        question: { ...read, baseText, ...labels, subject: category.subject, topic: labels.topic || category.topic },
      });
    } catch (error) {
      if (!(error instanceof NotTaken)) throw error;
      entries.push({ ...place, question: null, problem: error.message });
    }
  });
  const all = [...entries, ...texts.problems()].toSorted((a, b) => a.line - b.line);
  return { entries: all, remarks: texts.remarks() };
}

function tagsIn(question: XmlElement): Map<string, string> {
  const named = new Map<string, string>();
  for (const tag of childrenOf(childOf(question, 'tags'), 'tag')) addTag(named, textIn(tag));
  return named;
}

type Reading = { index: number; stored: Readonly<Record<string, string>> };

/** Replaces the addresses of files in a text by those of the stored media. */
function formatted(
  part: XmlElement | undefined,
  { index, stored }: Reading,
  otherwise: GiftFormat = 'moodle',
): GiftText {
  const format = formats[part?.attributes.format ?? ''] ?? otherwise;
  const text = textIn(part).replace(/@@PLUGINFILE@@\/([^"'\s<>)]+)/g, (_, path: string) => {
    const name = decoded(path.replace(/[?#].*$/, ''));
    const address = stored[addressOf(index, name)];
    if (!address) throw new NotTaken(`O arquivo "${excerptOf(name)}" desta questão falta ou não é uma imagem aceita.`);
    return address;
  });
  return { format, text };
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

function description(question: XmlElement, reading: Reading) {
  const text = formatted(childOf(question, 'questiontext'), reading);
  if (text.format === 'markdown') throw new NotTaken(MARKDOWN);
  const { format, textOf } = commonFormat([text]);
  return { title: textIn(childOf(question, 'name')), format, text: textOf(text) };
}

type Answer = { text: GiftText; feedback: GiftText; isCorrect: boolean };

function readQuestion(
  question: XmlElement,
  type: string,
  reading: Reading,
): Pick<FileQuestion, 'format' | 'questionText' | 'comment' | 'options'> {
  if (type !== 'multichoice' && type !== 'truefalse') {
    throw new NotTaken(`Questões ${kinds[type] ?? `do tipo "${excerptOf(type)}"`} não são aceitas.`);
  }
  const written = formatted(childOf(question, 'questiontext'), reading);
  const statement = withOldPicture(written, question, reading);
  const general = formatted(childOf(question, 'generalfeedback'), reading, written.format);
  const answers = type === 'truefalse' ? verdicts(question, reading) : choices(question, reading, written.format);
  const parts = [statement, general, ...answers.flatMap(({ text, feedback }) => [text, feedback])].filter(
    ({ text }) => text !== '',
  );
  if (parts.some(({ format }) => format === 'markdown')) throw new NotTaken(MARKDOWN);
  const { format, textOf } = commonFormat(parts);
  const options = answers.map(
    ({ text, feedback, isCorrect }): FileOption => ({ optionText: textOf(text), comment: textOf(feedback), isCorrect }),
  );
  return { format, questionText: textOf(statement), comment: textOf(general), options };
}

const shareOf = ({ attributes }: XmlElement) => Number(attributes.fraction ?? '0');

function choices(question: XmlElement, reading: Reading, otherwise: GiftFormat): Answer[] {
  return childrenOf(question, 'answer').map((answer) => {
    const share = shareOf(answer);
    if (!(share <= 0 || share >= 100)) {
      throw new NotTaken('Questões com mais de uma alternativa certa ou com pontos parciais não são aceitas.');
    }
    return {
      text: formatted(answer, reading, otherwise),
      feedback: formatted(childOf(answer, 'feedback'), reading, otherwise),
      isCorrect: share >= 100,
    };
  });
}

function verdicts(question: XmlElement, reading: Reading): Answer[] {
  const answers = childrenOf(question, 'answer');
  return TRUE_FALSE.map((text, place) => {
    const told = place === 0 ? 'true' : 'false';
    const answer = answers.find((one) => textIn(one).toLowerCase() === told);
    return {
      text: { format: 'plain', text },
      feedback: formatted(childOf(answer, 'feedback'), reading),
      isCorrect: answer !== undefined && shareOf(answer) >= 100,
    };
  });
}
