import type { QuestionContent } from '#contract/questions/question-rules.ts';
import { AppError } from '#server/http/errors.ts';
import { tooBusy } from '#server/http/overload.ts';
import { createWorkerPool } from '#server/work/worker-pool.ts';
import { contentOf } from './question.rules.ts';
import { clean, type Described, describe, type QuestionWork } from './question-work.ts';

/**
 * Up to this size the work blocks the event loop for a few milliseconds; passing it to the worker costs about as much.
 */
const INLINE_MAX_CHARACTERS = 8000;

const workerPool = createWorkerPool<QuestionWork, QuestionContent[] | Described>(
  new URL('./question-work.worker.ts', import.meta.url),
  {
    capacity: { total: 1, perKey: 1, waiting: 24, waitingPerKey: 4 },
    longestMs: 30_000,
    memoryMb: 256,
    tooLong: () => new AppError('bad_request', 'O texto das questões é complicado demais. Simplifique a formatação.'),
    tooMany: () => tooBusy('Há simulados demais sendo salvos agora. Tente de novo em instantes.'),
  },
);

/** Cleans questions for storage, in order. Large HTML is cleaned in the worker. */
export async function cleanQuestions<Question extends QuestionContent>(
  questions: readonly Question[],
  person: string,
): Promise<Question[]> {
  const contents = questions.map(contentOf);
  const rich = contents.filter(({ format }) => format === 'html');
  const cleaned = isLittle(rich)
    ? clean(contents)
    : ((await workerPool({ clean: contents }, person)) as QuestionContent[]);
  return questions.map((question, index) => ({ ...question, ...cleaned[index] }));
}

/**
 * Problems, fingerprints and search forms of cleaned contents, in order. Never call it in a transaction that blocks
 * others.
 */
export async function describeContents(contents: readonly QuestionContent[], person: string): Promise<Described> {
  if (isLittle(contents)) return describe(contents);
  return (await workerPool({ describe: contents.map(contentOf) }, person)) as Described;
}

function isLittle(contents: readonly QuestionContent[]): boolean {
  let left = INLINE_MAX_CHARACTERS;
  for (const { questionText, comment, options, baseText } of contents) {
    left -= questionText.length + comment.length + (baseText?.text.length ?? 0);
    for (const option of options) left -= option.optionText.length + option.comment.length;
    if (left < 0) return false;
  }
  return true;
}
