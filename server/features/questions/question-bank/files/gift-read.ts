import { TOPIC_SEPARATOR } from '#contract/content/topics.ts';
import { NotTaken, readAnswers } from './gift-answers.ts';
import { descriptionsOf, MARKDOWN, readDescription } from './gift-descriptions.ts';
import { commonFormat, readFormatted } from './gift-formats.ts';
import { namedTags, readTags, TEXT_KEY, TEXT_OF_QUESTION } from './gift-tags.ts';
import { type EscapedText, indexOf, readEscapes, replaced, trimmedSlice } from './gift-text.ts';
import { excerptOf, type FileEntry, type FileQuestion, type QuestionFile } from './question-file.ts';

const CATEGORY = '$CATEGORY:';
/** Moodle shows this in place of answers in the middle of a sentence. */
const BLANK = '_____';

/** `emptyOptions`: option signs without text. */
type GiftEntry = FileEntry & { emptyOptions?: number };
type Block = { line: number; lines: string[]; comments: string[] };

/** Reads the multiple-choice and true/false questions of a GIFT file, as Moodle reads them. */
export function readGift(text: string): QuestionFile {
  const entries: GiftEntry[] = [];
  const texts = descriptionsOf();
  let category = { subject: '', topic: '' };
  for (const block of blocksOf(text)) {
    const [first = ''] = block.lines;
    if (first.startsWith(CATEGORY)) {
      category = readCategory(first.slice(CATEGORY.length));
      texts.endCategory();
      block.lines.shift();
      block.line += 1;
    }
    if (block.lines.length > 0) entries.push(...readBlock(block, category, texts));
  }
  const all: GiftEntry[] = [...entries, ...texts.problems()].toSorted((a, b) => a.line - b.line);
  const empty = all.reduce((sum, { emptyOptions = 0 }) => sum + emptyOptions, 0);
  const dropped = empty > 0 ? [`Alternativas vazias, como em ~certo~=errado, ficaram de fora: ${empty}.`] : [];
  const read = all.map(({ emptyOptions: _, ...entry }) => entry);
  return { kind: 'gift', entries: read, remarks: [...texts.remarks(), ...dropped] };
}

/** Splits a file into blocks at empty lines, without lines that begin with //. */
function blocksOf(text: string): Block[] {
  const blocks: Block[] = [];
  let block: Block = { line: 0, lines: [], comments: [] };
  const close = () => {
    if (block.lines.length > 0) blocks.push(block);
    block = { line: 0, lines: [], comments: [] };
  };
  text.split('\n').forEach((raw, index) => {
    const line = raw.trim();
    if (line === '') close();
    else if (line.startsWith(CATEGORY)) {
      // A category line ends a question even without an empty line between them.
      if (block.lines.length > 0) close();
      block.line ||= index + 1;
      block.lines.push(line);
    } else if (line.startsWith('//')) block.comments.push(line);
    else {
      block.line ||= index + 1;
      block.lines.push(line);
    }
  });
  close();
  return blocks;
}

/** `$course$/top/Português/Crase`: the first name is the subject, the next its topic. A doubled slash is a slash. */
export function readCategory(path: string): { subject: string; topic: string } {
  const names = path
    .trim()
    .split(/(?<!\/)\/(?!\/)/)
    .map((name) => name.replaceAll('//', '/').trim())
    .filter((name) => name !== '' && name !== 'top' && !/^\$\w+\$$/.test(name));
  if (/^(Default for|Padrão para)\s/.test(names[0] ?? '')) names.shift();
  const [subject = '', ...topic] = names;
  const [name, ...below] = topic;
  return { subject, topic: [name, below.join(' / ')].filter(Boolean).join(TOPIC_SEPARATOR) };
}

type Category = { subject: string; topic: string };
type Texts = ReturnType<typeof descriptionsOf>;

/** Reads a question; nothing when the block is a base text. */
function readBlock(block: Block, category: Category, texts: Texts): GiftEntry[] {
  const source = block.lines.join('\n');
  const place = { line: block.line, excerpt: excerptOf(source) };
  const marked = readEscapes(source);
  const tags = namedTags(block.comments);
  if (indexOf(marked, '{') < 0 && indexOf(marked, '}') < 0) {
    const { name, body } = splitName(marked);
    const text = readDescription(name, body);
    if (!text) return [{ ...place, question: null, problem: MARKDOWN }];
    texts.add(place, text, tags.get(TEXT_KEY) ?? '');
    return [];
  }
  return [readEntry(place, marked, { tags, category, texts })];
}

type About = { tags: ReadonlyMap<string, string>; category: Category; texts: Texts };

function readEntry(place: Pick<FileEntry, 'line' | 'excerpt'>, source: EscapedText, about: About): GiftEntry {
  const { tags, category, texts } = about;
  const baseText = texts.of(tags.get(TEXT_OF_QUESTION) ?? '');
  try {
    if (baseText === undefined) throw new NotTaken('O texto-base desta questão não está antes dela no arquivo.');
    const { emptyOptions, ...question } = readQuestion(source);
    const labels = readTags(tags);
    return {
      line: place.line,
      excerpt: excerptOf(question.questionText),
      question: { ...question, baseText, ...labels, subject: category.subject, topic: labels.topic || category.topic },
      problem: null,
      emptyOptions,
    };
  } catch (error) {
    if (!(error instanceof NotTaken)) throw error;
    return { ...place, question: null, problem: error.message };
  }
}

type Read = Pick<FileQuestion, 'format' | 'questionText' | 'comment' | 'options'> & { emptyOptions: number };

function readQuestion(source: EscapedText): Read {
  const { body } = splitName(source);
  const start = indexOf(body, '{');
  const end = indexOf(body, '}');
  if (start < 0) throw new NotTaken('Há uma chave } sem a que a abre. No texto, escreva \\}.');
  if (end < 0)
    throw new NotTaken('Falta a chave } no fim das alternativas. Não deixe linhas vazias dentro da questão.');
  if (end < start) throw new NotTaken('A chave } vem antes da {. No texto, escreva \\{ e \\}.');
  const isLast = trimmedSlice(body, end + 1).text === '';
  const statement = trimmedSlice(replaced(body, start, end + 1, isLast ? '' : BLANK), 0);
  const text = readFormatted(statement.text, 'moodle');
  const { options, feedback, emptyOptions } = readAnswers(trimmedSlice(body, start + 1, end), text.format);
  const parts = [text, feedback, ...options.flatMap((option) => [option.text, option.feedback])];
  if (parts.some((one) => one.format === 'markdown' && one.text !== '')) {
    throw new NotTaken(MARKDOWN);
  }
  const { format, textOf } = commonFormat(parts);
  return {
    emptyOptions,
    format,
    questionText: textOf(text),
    comment: textOf(feedback),
    options: options.map((option) => ({
      optionText: textOf(option.text),
      comment: textOf(option.feedback),
      isCorrect: option.isCorrect,
    })),
  };
}

/** The name between double colons: the title of a base text; ignored for a question. */
function splitName(source: EscapedText): { name: string; body: EscapedText } {
  if (indexOf(source, '::') !== 0) return { name: '', body: source };
  const end = indexOf(source, '::', 2);
  if (end < 0) return { name: '', body: trimmedSlice(source, 2) };
  return { name: trimmedSlice(source, 2, end).text, body: trimmedSlice(source, end + 2) };
}
