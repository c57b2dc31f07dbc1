/**
 * How well exams are read from PDF, against their checked text:
 *   npm run bench -- exam-pdf --exams DIR [--show]
 * DIR holds NAME.pdf, NAME.txt (the checked text) and, where there is one, NAME-gabarito.pdf. A question is exact when
 * its statement and all of its options equal the checked text in the form that scripts/judge-exam.ts defines. Every
 * other question counts as wrong. Each wrong one is printed with its kind. Checked texts have faults, too: the output
 * says which side the stored characters of the file agree with. `--show` prints both texts and every false doubt.
 */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { ExamDoubt } from '#server/features/questions/question-bank/exam/exam.ts';
import { readExamFiles } from '#server/features/questions/question-bank/exam/read-exam-files.ts';
import { openPdf, readPdf } from '#server/pdf/read-pdf.ts';
import { type CheckedQuestion, differencesOf, type StoredText, storedText } from '../scripts/judge-exam.ts';

const { values } = parseArgs({ options: { exams: { type: 'string' }, show: { type: 'boolean', default: false } } });
if (values.exams === undefined) throw new Error('Name the folder of the exams: --exams DIR.');
const folder = values.exams;

function checkedQuestions(text: string): CheckedQuestion[] {
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

/** The characters of a file in the order in which it stores them: an extraction that shares no layout code with ours. */
async function readStoredText(bytes: Uint8Array): Promise<StoredText> {
  const pdf = await openPdf(bytes);
  let text = '';
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const { items } = await (await pdf.getPage(number)).getTextContent();
    text += items.map((item) => ('str' in item ? `${item.str}${item.hasEOL ? ' ' : ''}` : '')).join('');
  }
  await pdf.loadingTask.destroy();
  return storedText(text);
}

/** An annulled question and a missing key are remarks about the exam, not about the reading of its text. */
const isReadingDoubt = (doubt: ExamDoubt) => !['annulled', 'key_missing', 'key_unknown'].includes(doubt);

const emptyCount = () => ({
  questions: 0,
  exact: 0,
  wrong: 0,
  unflagged: 0,
  unflaggedAsOnPage: 0,
  flaggedThoughRight: 0,
  keys: 0,
  keysRight: 0,
});
const sum = { ...emptyCount(), exams: 0, complete: 0, completeOnPage: 0, untouched: 0, refused: 0, seconds: 0 };
const kinds = new Map<string, number>();

const names = (await readdir(folder)).filter((name) => name.endsWith('.txt')).map((name) => name.slice(0, -4));
for (const name of names.sort()) {
  const bytes = await readFile(join(folder, `${name}.pdf`));
  const sheet = await readFile(join(folder, `${name}-gabarito.pdf`)).catch(() => null);
  const checked = checkedQuestions(await readFile(join(folder, `${name}.txt`), 'utf8'));
  const before = process.cpuUsage();
  const exam = await readPdf(new Uint8Array(bytes));
  const { questions, keysRefused } = readExamFiles(exam, sheet && (await readPdf(new Uint8Array(sheet))));
  const { user, system } = process.cpuUsage(before);
  const stored = await readStoredText(new Uint8Array(bytes));
  const row = emptyCount();
  let onPage = 0;
  for (const one of checked) {
    const question = questions.find(({ number }) => number === one.number);
    const found = differencesOf(question, one, stored);
    const doubts = question?.doubts.filter(isReadingDoubt) ?? [];
    const isOnPage = found.every(({ page }) => page === 'read');
    row.questions += 1;
    if (found.length === 0) row.exact += 1;
    else row.wrong += 1;
    if (found.length > 0 && isOnPage) onPage += 1;
    if (found.length > 0 && doubts.length === 0) {
      row.unflagged += 1;
      row.unflaggedAsOnPage += isOnPage ? 1 : 0;
    }
    if (found.length === 0 && doubts.length > 0) {
      row.flaggedThoughRight += 1;
      if (values.show) console.log(`${name} ${one.number} right and flagged: ${doubts.join(', ')}`);
    }
    if (!keysRefused && sheet && one.key !== null) {
      row.keys += 1;
      if (question?.key === one.key) row.keysRight += 1;
    }
    for (const { where, kind, page, read, checked: expected } of found) {
      const label = `${kind}, the page agrees with ${page === 'unclear' ? 'neither or both' : `the ${page} text`}`;
      kinds.set(label, (kinds.get(label) ?? 0) + 1);
      console.log(`  ${name} ${one.number} ${where}: ${label}${doubts.length > 0 ? ' (flagged)' : ''}`);
      if (values.show) console.log(`    - ${expected}\n    + ${read}`);
    }
  }
  // A question that the exam does not have is as wrong as one that was read wrongly.
  for (const { number, doubts } of questions.filter((one) => checked.every((other) => other.number !== one.number))) {
    row.wrong += 1;
    row.unflagged += doubts.some(isReadingDoubt) ? 0 : 1;
    console.log(`  ${name} ${number} question: invented`);
  }
  const seconds = (user + system) / 1e6;
  console.log(
    `${name}  questions ${row.questions}  exact ${row.exact}  wrong ${row.wrong} (as on the page ${onPage})  wrong and not flagged ${row.unflagged}  flagged though right ${row.flaggedThoughRight}  keys ${keysRefused ? `refused (${keysRefused.reason})` : `${row.keysRight}/${row.keys}`}  ${seconds.toFixed(1)} s`,
  );
  for (const field of Object.keys(row) as (keyof typeof row)[]) sum[field] += row[field];
  const hasKeys = row.keysRight === row.keys;
  sum.exams += 1;
  sum.refused += keysRefused ? 1 : 0;
  sum.complete += hasKeys && row.wrong === 0 ? 1 : 0;
  sum.untouched += hasKeys && row.wrong === 0 && row.flaggedThoughRight === 0 ? 1 : 0;
  sum.completeOnPage += hasKeys && row.wrong === onPage ? 1 : 0;
  sum.seconds = Math.max(sum.seconds, seconds);
}

const share = (part: number, all: number) => `${((100 * part) / Math.max(1, all)).toFixed(1)} %`;
console.log(`
exact                    ${share(sum.exact, sum.questions)} (${sum.exact} of ${sum.questions})  wanted 97 %
complete                 ${sum.complete} of ${sum.exams}, ${sum.untouched} of them without any doubt  wanted 10 of 13
                         ${sum.completeOnPage} of ${sum.exams} where the page decides between the two texts
wrong and not flagged    ${sum.unflagged}  wanted 0
                         ${sum.unflagged - sum.unflaggedAsOnPage} where the page decides between the two texts
flagged though right     ${share(sum.flaggedThoughRight, sum.questions)}  wanted 10 % at most
keys                     ${share(sum.keysRight, sum.keys)}, ${sum.refused} sheets refused  wanted 100 % or refused
slowest exam             ${sum.seconds.toFixed(1)} s of CPU  wanted 20 s at most

differences by kind`);
for (const [kind, count] of [...kinds].sort((one, other) => other[1] - one[1])) console.log(`  ${count}  ${kind}`);
