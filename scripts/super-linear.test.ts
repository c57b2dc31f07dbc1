import { glob, readFile } from 'node:fs/promises';
import { parseAst } from 'vite';
import { describe, expect, it } from 'vitest';
import { superLinearShape } from './super-linear.ts';

/**
 * Files with expressions that the check does not pass, how many, and what bounds the text that reaches them. A new one
 * fails: write it without the shape, or bound its text and say here by what.
 */
const bounded: Record<string, [count: number, why: string]> = {
  'contract/content/contests.ts': [1, 'An address of at most EXAM_LINK_MAX letters.'],
  'contract/content/lesson-math.ts': [1, 'What Temml writes of a formula of at most FORMULA_MAX letters.'],
  'contract/platform/browser-faults.ts': [3, 'A report of a fault, cut to its limits by the contract.'],
  'contract/platform/settings.ts': [1, 'An e-mail of at most EMAIL_MAX letters.'],
  'contract/questions/question-text.ts': [1, 'Anchored by `<img`, and no tag contains another one.'],
  'contract/shapes.ts': [1, 'An e-mail of at most EMAIL_MAX letters.'],
  'server/backup/cut-tables.store.ts': [1, 'A definition out of the catalogue of the database.'],
  'server/config-services.ts': [3, 'The operator writes it.'],
  'server/config.ts': [1, 'The operator writes it.'],
  'server/docx/read-docx.ts': [1, 'A path inside a Word file.'],
  'server/environment.ts': [1, 'The operator writes it.'],
  'server/features/content/syllabus/edital-counts.ts': [2, 'A line of an edital, cut before.'],
  'server/features/content/syllabus/edital-text.ts': [1, 'A line of a PDF, whose words are one space apart.'],
  'server/features/content/syllabus/parse-edital.ts': [2, 'A line of an edital, cut before.'],
  'server/features/money/payments/proof-pdf.ts': [1, 'Each repetition begins with a sign of its own.'],
  'server/features/money/payments/triage/receipt-text.ts': [
    3,
    'The text of a receipt, read in a thread with a deadline.',
  ],
  'server/features/money/statements/reading/signs.ts': [2, 'The memo of one entry of a statement, read in a thread.'],
  'server/features/questions/question-bank/exam/join-lines.ts': [
    2,
    'A line of a PDF, read in a thread with a deadline.',
  ],
  'server/features/questions/question-bank/exam/shared-texts.ts': [
    3,
    'A line of a PDF, read in a thread with a deadline.',
  ],
  'server/features/questions/question-bank/exam/subject-headings.ts': [
    1,
    'A line of at most LONGEST letters, read in a thread.',
  ],
  'server/features/questions/question-bank/files/aiken-read.ts': [
    1,
    'A line without a break: the end is always found.',
  ],
  'server/features/questions/question-bank/files/answer-key.ts': [2, 'A cell, read in a thread with a deadline.'],
  'server/features/questions/question-bank/files/csv-columns.ts': [1, 'The name of a column.'],
  'server/features/questions/question-bank/files/gift-tags.ts': [1, 'A comment of at most LONGEST letters.'],
  'server/features/questions/question-bank/files/moodle-read.ts': [1, 'The name of a file.'],
  'server/features/questions/question-bank/files/numbered-lines.ts': [
    6,
    'A line without a break: the end is always found.',
  ],
  'server/features/questions/question-bank/files/table-read.ts': [1, 'A cell, read in a thread with a deadline.'],
  'server/features/questions/question-bank/files/text-kind.ts': [
    1,
    'Begins at the start of a line and never leaves it.',
  ],
  'server/features/questions/question-bank/import-review.service.ts': [
    1,
    'Anchored by `<img`, in the cleaned text of one question, where no tag contains another one.',
  ],
  'server/features/questions/question-bank/keys/answer-rows.ts': [
    4,
    'A word of at most WORD_MAX letters, or a row of at most ROW_MAX.',
  ],
  'server/features/school/public-pages/link-preview.ts': [1, 'A page of the build.'],
  'server/features/school/public-pages/values/shell-template.ts': [1, 'A page of the build.'],
  'server/features/school/public-pages/public-pages.ts': [1, 'A page of the build.'],
  'server/features/school/site-pages/claim-rules.ts': [7, 'A text of the landing page, bounded by the contract.'],
  'server/http/document-styles.ts': [1, 'A page of the build.'],
  'server/http/pages-headers.ts': [1, 'A page of the build.'],
  'server/pdf/scan/hocr.ts': [3, 'What Tesseract writes of one page, read in a thread with a deadline.'],
  'server/push/services.ts': [1, 'The operator writes it.'],
  'server/site/statements.ts': [1, 'A text of the landing page, bounded by the contract.'],
  'server/tracing/opentelemetry.ts': [1, 'A statement of our own.'],
  'server/xlsx/cell-text.ts': [1, 'The number format of a cell, read in a thread with a deadline.'],
  'web/editor/document-text.ts': [4, 'HTML that the browser has serialised: every tag is closed.'],
  'web/editor/editor.tsx': [1, 'HTML that the editor has written.'],
  'web/editor/paste-images.ts': [1, 'Anchored, and the first comma ends it.'],
  'web/editor/prompts.ts': [2, 'What a person types into a prompt.'],
  'web/editor/word-markers.ts': [1, 'The marker of one list item.'],
  'web/features/platform/push/push-device.ts': [1, 'A key of the browser.'],
  'web/features/school/landing/page-text.ts': [1, 'A text of the landing page, bounded by the contract.'],
  'web/lib/api.ts': [1, 'A header of our own answers.'],
  'web/lib/intl.ts': [1, 'A number.'],
  'web/lib/markdown.ts': [2, 'Texts of the owner and of the product, bounded by the contract.'],
  'web/ui/plain-text.tsx': [1, 'A text that was trimmed and bounded when it was stored.'],
};

type Literal = { type: string; regex?: { pattern: string; flags: string } };

function* expressionsIn(node: unknown): Generator<RegExp> {
  if (typeof node !== 'object' || node === null) return;
  const { type, regex } = node as Literal;
  if (type === 'Literal' && regex) yield new RegExp(regex.pattern, regex.flags);
  else for (const value of Object.values(node)) yield* expressionsIn(value);
}

it('every expression is linear, or the text that reaches it is bounded', async () => {
  const found: Record<string, number> = {};
  const isProduct = (path: string) => !/\.test\.tsx?$|\/testing\//.test(path);
  for await (const path of glob('{contract,server,web}/**/*.{ts,tsx}')) {
    if (!isProduct(path)) continue;
    const program = parseAst(await readFile(path, 'utf8'), { lang: path.endsWith('x') ? 'tsx' : 'ts' });
    const shapes = [...expressionsIn(program)].filter((expression) => superLinearShape(expression) !== null);
    if (shapes.length > 0) found[path] = shapes.length;
  }
  const expected = Object.fromEntries(Object.entries(bounded).map(([path, [count]]) => [path, count]));
  expect(found).toEqual(expected);
}, 60_000);

describe('the check', () => {
  it.each([
    [/(a+)+b/, 'nested'],
    [/(?:<!--.*?-->\s*)*x/s, 'nested'],
    [/(?:\w+\s?)*$/, 'nested'],
    [/^\s*["']?\s*#/, 'adjacent'],
    [/^.*gray.*$/, 'adjacent'],
    [/href\s*=\s*["']?\s*#/, 'adjacent'],
    [/<math\b[^>]*>/, 'restart'],
    [/<math>[\s\S]*?<\/math>/, 'restart'],
    [/\s+$/, 'restart'],
    [/a{2,}b/, 'restart'],
    [/(?:ab)+c/, 'restart'],
  ] as const)('%s is %s', (expression, shape) => {
    expect(superLinearShape(expression)).toBe(shape);
  });

  it.each([
    /<math\b[^<>]*>/,
    /^\s+$/,
    /\s+/,
    /[\p{L}]+(?:[-.][\p{L}]+)*/u,
    /href\s*=\s*(?:["']\s*)?#/,
    /^\d{1,3}(?:,\d{3})*$/,
    /a{0,9}a{0,9}b/,
    /[a-z]+;/y,
  ])('%s is linear', (expression) => {
    expect(superLinearShape(expression)).toBeNull();
  });
});
