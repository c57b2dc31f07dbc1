import { expect, test } from 'vitest';
import { readPdf } from '#server/pdf/read-pdf.ts';
import { makePdf } from '#server/pdf/testing/make-pdf.ts';
import { readExam } from './read-exam.ts';
import { type Layout, type MadeQuestion, makeExam, randomLayout, randomOf } from './testing/made-exam.ts';

const flat = (text: string | null | undefined) => (text ?? '').replace(/\s+/g, ' ').trim();

type Read = ReturnType<typeof readExam>['questions'][number];

/** What the reader made of a question that differs from what was put on the pages. */
function differences(read: Read | undefined, made: MadeQuestion, { hasItems }: Layout): string[] {
  if (!read) return ['missing'];
  return [
    flat(read.statement) === flat(made.statement) ? [] : 'statement',
    read.options.map(({ text }) => flat(text)).join('|') === made.options.map(flat).join('|') ? [] : 'options',
    flat(read.baseText) === flat(made.baseText) ? [] : 'base text',
    read.kind === (hasItems ? 'trueFalse' : 'choice') ? [] : 'kind',
  ].flat();
}

/** The first ten failed before the rules of decision 344. */
const seeds = [2, 11, 14, 19, 31, 37, 79, 139, 147, 197, ...Array.from({ length: 10 }, (_, at) => 400 + at)];
const QUESTIONS = 30;
const WRONG_MAX = 0.03 * QUESTIONS;
const NEEDLESS_MAX = 0.1 * QUESTIONS;

for (const seed of seeds) {
  test(`in the random layout ${seed} no question is read wrongly without a warning, and few are warned of without need`, async () => {
    const random = randomOf(seed);
    const layout = randomLayout(random);
    const { pages, questions } = makeExam(random, layout, QUESTIONS);
    const read = readExam(await readPdf(await makePdf(pages))).questions;
    const judged = questions.map((made) => {
      const found = read.find(({ number }) => number === made.number);
      return {
        number: made.number,
        different: differences(found, made, layout),
        isFlagged: (found?.doubts.length ?? 0) > 0,
      };
    });
    const wrong = judged.filter(({ different }) => different.length > 0);
    expect(wrong.filter(({ isFlagged }) => !isFlagged)).toEqual([]);
    expect(read.filter(({ number }) => questions.every((made) => made.number !== number))).toEqual([]);
    expect(wrong.length).toBeLessThanOrEqual(WRONG_MAX);
    const needless = judged.filter(({ different, isFlagged }) => different.length === 0 && isFlagged);
    expect(needless.length).toBeLessThanOrEqual(NEEDLESS_MAX);
  });
}
