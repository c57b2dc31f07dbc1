/**
 * How well exams are read from PDF, against their checked text:
 *   npm run bench -- exam-pdf --exams DIR [--show]
 * DIR holds NAME.pdf, NAME.txt (the checked text) and, where there is one, NAME-gabarito.pdf. A question is exact when
 * its statement and all of its options equal the checked text after NFKC, with collapsed white space, joined hyphens of
 * line ends, and one form of quotes and dashes. `--show` prints every difference. The checked text has faults of its
 * own, too: a small difference is counted apart where the page has what was read, letter by letter.
 */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { getDocumentProxy } from 'unpdf';
import { type KeyedQuestion, readExamFiles } from '#server/features/questions/question-bank/exam/read-exam-files.ts';
import { readPdf } from '#server/pdf/read-pdf.ts';

const { values } = parseArgs({ options: { exams: { type: 'string' }, show: { type: 'boolean', default: false } } });
if (values.exams === undefined) throw new Error('Name the folder of the exams: --exams DIR.');
const folder = values.exams;

/** A question of the checked text: its key is null where it was annulled. */
type Checked = { number: number; statement: string; options: string[]; key: string | null };

function checkedQuestions(text: string): Checked[] {
  return text
    .replaceAll('\r', '')
    .split(/^(?=Quest[ãa]o \d+(?: NULL)?\s*$)/mu)
    .filter((block) => /^Quest/u.test(block))
    .map((block) => {
      const [head = '', tail = ''] = block.split(/^OPTIONS\s*$/mu);
      const options = tail
        .split(/^(?=[A-E](?::CORRECT)?\))/mu)
        .filter((option) => /^[A-E](?::CORRECT)?\)/u.test(option));
      return {
        number: Number(/\d+/.exec(head)?.[0]),
        statement: head.replace(/^Quest.*\n/u, '').replace(/^\s*AREA.*$/mu, ''),
        options: options.map((option) => option.replace(/^[A-E](?::CORRECT)?\)/u, '')),
        key: /^([A-E]):CORRECT/mu.exec(tail)?.[1] ?? null,
      };
    });
}

/** A closing quote that was decoded with the wrong table is the first replacement. */
const normal = (text: string) =>
  text
    .replace(/\uFFFD\?/g, '"')
    .replace(/[´`‘’]/g, "'")
    .replace(/[“”„«»]/g, '"')
    .normalize('NFKC')
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replace(/(\p{L})-\s+(?=\p{L})/gu, '$1-')
    .replace(/\s+/g, ' ')
    .trim();

const bare = (text: string) => normal(text).replace(/\s+|-/g, '');

/** The characters of a file in the order in which it stores them: an extraction that shares no code with ours. */
async function storedText(bytes: Uint8Array): Promise<string> {
  const pdf = await getDocumentProxy(bytes, { verbosity: 0 });
  let text = '';
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const { items } = await (await pdf.getPage(number)).getTextContent();
    text += items.map((item) => ('str' in item ? item.str : '')).join('');
  }
  await pdf.loadingTask.destroy();
  return bare(text);
}

/** Longer differences than these characters are never the fault of the checked text: a foot line is as long. */
const SMALL = 12;
const AROUND = 15;

/** Whether the page has the characters around a difference as they were read. */
function isAsStored(read: string, checked: string, stored: string): boolean {
  const [one, other] = [bare(read), bare(checked)];
  let start = 0;
  while (start < one.length && one[start] === other[start]) start += 1;
  let end = 0;
  while (end < Math.min(one.length, other.length) - start && one.at(-1 - end) === other.at(-1 - end)) end += 1;
  const inside = one.length - end - start;
  if (one !== '' && one.length - other.length <= SMALL && stored.includes(one)) return true;
  return (
    one !== '' && inside <= SMALL && stored.includes(one.slice(Math.max(0, start - AROUND), one.length - end + AROUND))
  );
}

type Difference = { where: string; read: string; checked: string };

function differences(question: KeyedQuestion | undefined, checked: Checked): Difference[] {
  if (!question) return [{ where: 'question', read: '', checked: checked.statement }];
  const texts = [
    { where: 'statement', read: question.statement, checked: checked.statement },
    ...Array.from({ length: Math.max(question.options.length, checked.options.length) }, (_, at) => ({
      where: String.fromCharCode(65 + at),
      read: question.options[at]?.text ?? '',
      checked: checked.options[at] ?? '',
    })),
  ];
  return texts.filter(({ read, checked: expected }) => normal(read) !== normal(expected));
}

const sum = {
  exams: 0,
  questions: 0,
  exact: 0,
  complete: 0,
  completeOnPage: 0,
  onPage: 0,
  wrong: 0,
  unflagged: 0,
  flagged: 0,
  keys: 0,
  keysRight: 0,
  refused: 0,
  seconds: 0,
};

const names = (await readdir(folder)).filter((name) => name.endsWith('.txt')).map((name) => name.slice(0, -4));
for (const name of names.sort()) {
  const bytes = await readFile(join(folder, `${name}.pdf`));
  const sheet = await readFile(join(folder, `${name}-gabarito.pdf`)).catch(() => null);
  const checked = checkedQuestions(await readFile(join(folder, `${name}.txt`), 'utf8'));
  const before = process.cpuUsage();
  const exam = await readPdf(new Uint8Array(bytes));
  const { questions, keysRefused } = readExamFiles(exam, sheet && (await readPdf(new Uint8Array(sheet))));
  const { user, system } = process.cpuUsage(before);
  const stored = await storedText(new Uint8Array(bytes));
  const row = { exact: 0, onPage: 0, wrong: 0, unflagged: 0, flagged: 0, keys: 0, keysRight: 0 };
  for (const one of checked) {
    const question = questions.find(({ number }) => number === one.number);
    const found = differences(question, one);
    // An annulled key is a remark about the exam, not about the reading of it.
    const isFlagged = question?.doubts.some((doubt) => doubt !== 'annulled') ?? false;
    const isOnPage =
      found.length > 0 && found.every(({ read, checked: expected }) => isAsStored(read, expected, stored));
    if (found.length === 0) row.exact += 1;
    else if (isOnPage) row.onPage += 1;
    else row.wrong += 1;
    if (found.length > 0 && !isOnPage && !isFlagged) row.unflagged += 1;
    if ((found.length === 0 || isOnPage) && isFlagged) row.flagged += 1;
    if (!keysRefused && sheet && one.key !== null) {
      row.keys += 1;
      if (question?.key === one.key) row.keysRight += 1;
    }
    if (values.show) {
      for (const { where, read, checked: expected } of found) {
        console.log(
          `${name} ${one.number} ${where}${isOnPage ? ' (as on the page)' : ''}\n  - ${normal(expected)}\n  + ${normal(read)}`,
        );
      }
    }
  }
  const seconds = (user + system) / 1e6;
  const isWhole = questions.length === checked.length;
  console.log(
    `${name}  questions ${checked.length}  exact ${row.exact}  as on the page ${row.onPage}  wrong ${row.wrong}  wrong and not flagged ${row.unflagged}  flagged though right ${row.flagged}  keys ${keysRefused ? `refused (${keysRefused.reason})` : `${row.keysRight}/${row.keys}`}  ${seconds.toFixed(1)} s`,
  );
  sum.exams += 1;
  sum.questions += checked.length;
  sum.exact += row.exact;
  sum.onPage += row.onPage;
  sum.wrong += row.wrong;
  sum.unflagged += row.unflagged;
  sum.flagged += row.flagged;
  sum.keys += row.keys;
  sum.keysRight += row.keysRight;
  sum.refused += keysRefused ? 1 : 0;
  sum.complete += isWhole && row.exact === checked.length ? 1 : 0;
  sum.completeOnPage += isWhole && row.wrong === 0 ? 1 : 0;
  sum.seconds = Math.max(sum.seconds, seconds);
}

const share = (part: number, all: number) => `${((100 * part) / Math.max(1, all)).toFixed(1)} %`;
console.log(`
exact                    ${share(sum.exact, sum.questions)} (with those as on the page ${share(sum.exact + sum.onPage, sum.questions)})  wanted 97 %
complete                 ${sum.complete} of ${sum.exams} (with those as on the page ${sum.completeOnPage})  wanted 10 of 13
wrong and not flagged    ${sum.unflagged}  wanted 0
flagged though right     ${share(sum.flagged, sum.questions)}  wanted 10 % at most
keys                     ${share(sum.keysRight, sum.keys)}, ${sum.refused} sheets refused  wanted 100 % or refused
slowest exam             ${sum.seconds.toFixed(1)} s of CPU  wanted 20 s at most`);
