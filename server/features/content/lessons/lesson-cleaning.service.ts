import { type CleanHtml, cleanLessonHtml } from '#server/html/lesson-html.ts';
import { AppError } from '#server/http/errors.ts';
import { tooBusy } from '#server/http/overload.ts';
import { createWorkerPool } from '#server/work/worker-pool.ts';

/** Longer texts are cleaned in a worker: a request must not block the event loop for more than a few milliseconds. */
const INLINE_MAX_CHARACTERS = 10_000;
/** Cleaning the longest lesson takes a fraction of this. */
const MEMORY_MB = 256;

const workerPool = createWorkerPool<string, CleanHtml>(new URL('./lesson-cleaning.worker.ts', import.meta.url), {
  capacity: { total: 1, perKey: 1, waiting: 24, waitingPerKey: 4 },
  longestMs: 30_000,
  memoryMb: MEMORY_MB,
  tooLong: () => new AppError('bad_request', 'O texto da aula é complicado demais. Simplifique a formatação.'),
  tooMany: () => tooBusy('Há aulas demais sendo salvas agora. Tente de novo em instantes.'),
});

/** What an author wrote, as it may be stored. A long text is cleaned in a worker. */
export async function cleanLesson(html: string, person: string): Promise<CleanHtml> {
  return html.length <= INLINE_MAX_CHARACTERS ? cleanLessonHtml(html) : workerPool(html, person);
}
