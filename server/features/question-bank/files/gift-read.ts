import { NotTaken, readAnswers } from './gift-answers.ts';
import { commonFormat, readFormatted } from './gift-formats.ts';
import { readTags } from './gift-tags.ts';
import { indexOf, type Marked, part, readEscapes, replaced } from './gift-text.ts';
import { excerptOf, type FileEntry, type FileQuestion, type QuestionFile } from './question-file.ts';

const CATEGORY = '$CATEGORY:';
/** What Moodle puts where the answers stood in the middle of a sentence. */
const BLANK = '_____';

type Block = { line: number; lines: string[]; comments: string[] };

/** Reads the multiple-choice and true/false questions of a GIFT file, as Moodle reads them. */
export function readGift(text: string): QuestionFile {
  const entries: FileEntry[] = [];
  let category = { subject: '', topic: '' };
  for (const block of blocksOf(text)) {
    const [first = ''] = block.lines;
    if (first.startsWith(CATEGORY)) {
      category = readCategory(first.slice(CATEGORY.length));
      block.lines.shift();
      block.line += 1;
    }
    if (block.lines.length > 0) entries.push(readEntry(block, category));
  }
  return { kind: 'gift', entries, remarks: [] };
}

/** Questions stand apart by empty lines; lines that begin with // are no part of them. */
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
    else if (line.startsWith('//')) block.comments.push(line);
    else {
      block.line ||= index + 1;
      block.lines.push(line);
    }
  });
  close();
  return blocks;
}

/** `$course$/top/Português/Crase`: the first name is the subject, the rest the topic. A doubled slash is a slash. */
export function readCategory(path: string): { subject: string; topic: string } {
  const names = path
    .trim()
    .split(/(?<!\/)\/(?!\/)/)
    .map((name) => name.replaceAll('//', '/').trim())
    .filter((name) => name !== '' && name !== 'top' && !/^\$\w+\$$/.test(name));
  if (/^(Default for|Padrão para)\s/.test(names[0] ?? '')) names.shift();
  const [subject = '', ...topic] = names;
  return { subject, topic: topic.join(' / ') };
}

function readEntry(block: Block, category: { subject: string; topic: string }): FileEntry {
  const source = block.lines.join('\n');
  const excerpt = excerptOf(source);
  try {
    const question = readQuestion(readEscapes(source));
    const labels = readTags(block.comments);
    return {
      line: block.line,
      excerpt: excerptOf(question.questionText),
      question: { ...question, ...labels, subject: category.subject, topic: labels.topic || category.topic },
      problem: null,
    };
  } catch (error) {
    if (!(error instanceof NotTaken)) throw error;
    return { line: block.line, excerpt, question: null, problem: error.message };
  }
}

function readQuestion(source: Marked): Pick<FileQuestion, 'format' | 'questionText' | 'comment' | 'options'> {
  const body = withoutName(source);
  const start = indexOf(body, '{');
  const end = indexOf(body, '}');
  if (start < 0 && end < 0) throw new NotTaken('Não há alternativas entre chaves { }.');
  if (start < 0) throw new NotTaken('Há uma chave } sem a que a abre. No texto, escreva \\}.');
  if (end < 0)
    throw new NotTaken('Falta a chave } no fim das alternativas. Não deixe linhas vazias dentro da questão.');
  if (end < start) throw new NotTaken('A chave } vem antes da {. No texto, escreva \\{ e \\}.');
  const isLast = part(body, end + 1).text === '';
  const statement = part(replaced(body, start, end + 1, isLast ? '' : BLANK), 0);
  const text = readFormatted(statement.text, 'moodle');
  const { options, feedback } = readAnswers(part(body, start + 1, end), text.format);
  const parts = [text, feedback, ...options.flatMap((option) => [option.text, option.feedback])];
  if (parts.some((one) => one.format === 'markdown' && one.text !== '')) {
    throw new NotTaken('Textos em Markdown não são aceitos. Use [html] ou texto puro.');
  }
  const { format, textOf } = commonFormat(parts);
  return {
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

/** The name between double colons is Moodle's own label: the product has none. */
function withoutName(source: Marked): Marked {
  if (indexOf(source, '::') !== 0) return source;
  const end = indexOf(source, '::', 2);
  return end < 0 ? part(source, 2) : part(source, end + 2);
}
