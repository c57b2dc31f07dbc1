import { Worker } from 'node:worker_threads';
import { AppError } from '../../http/errors.ts';
import { contentOf, type QuestionContent } from './question.rules.ts';
import { cleanContent } from './question-cleaning.ts';

/** Cleaning this much HTML holds everybody else up for a few milliseconds; a thread of its own costs more than that. */
const INLINE_MAX_CHARACTERS = 8000;
/** Far above what any honest quiz takes. */
const LONGEST_MS = 30_000;

let last: Promise<unknown> = Promise.resolve();

/** Questions as they may be stored, in order. Much HTML is cleaned beside the server, not in its way, one after another. */
export async function cleanQuestions<Question extends QuestionContent>(
  questions: readonly Question[],
): Promise<Question[]> {
  const clean = await cleanContents(questions.map(contentOf));
  return questions.map((question, index) => ({ ...question, ...clean[index] }));
}

async function cleanContents(contents: readonly QuestionContent[]): Promise<QuestionContent[]> {
  const size = contents.reduce((sum, content) => sum + htmlLength(content), 0);
  if (size <= INLINE_MAX_CHARACTERS) return contents.map(cleanContent);
  const turn = last.catch(() => undefined).then(() => cleanAside(contents));
  last = turn;
  return turn;
}

function htmlLength({ format, questionText, comment, options }: QuestionContent): number {
  if (format !== 'html') return 0;
  const ofOptions = options.reduce((sum, option) => sum + option.optionText.length + option.comment.length, 0);
  return questionText.length + comment.length + ofOptions;
}

function cleanAside(contents: readonly QuestionContent[]): Promise<QuestionContent[]> {
  const worker = new Worker(new URL('./question-cleaning.worker.ts', import.meta.url), { workerData: contents });
  return new Promise((resolve, reject) => {
    const tooLong = setTimeout(() => {
      void worker.terminate();
      reject(new AppError('bad_request', 'O texto das questões é complicado demais. Simplifique a formatação.'));
    }, LONGEST_MS);
    const settle =
      <T>(done: (value: T) => void) =>
      (value: T) => {
        clearTimeout(tooLong);
        done(value);
      };
    worker.once('message', settle(resolve));
    worker.once('error', settle(reject));
    worker.once(
      'exit',
      settle((code) => reject(new Error(`The sanitiser ended with ${code} before it answered.`))),
    );
  });
}
