import { type CleanHtml, cleanLessonHtml } from '#server/html/lesson-html.ts';
import { AppError } from '#server/http/errors.ts';
import { tooBusy } from '#server/http/overload.ts';
import { createWorkerPool } from '#server/work/worker-pool.ts';

/** Cleaning this much takes about as long as a request may hold up all others. */
const INLINE_MAX_CHARACTERS = 100_000;

const workerPool = createWorkerPool<string, CleanHtml>(new URL('./lesson-cleaning.worker.ts', import.meta.url), {
  capacity: { total: 1, perKey: 1, waiting: 24, waitingPerKey: 4 },
  longestMs: 30_000,
  tooLong: () => new AppError('bad_request', 'O texto da aula é complicado demais. Simplifique a formatação.'),
  tooMany: () => tooBusy('Há aulas demais sendo salvas agora. Tente de novo em instantes.'),
});

/** What an author wrote, as it may be stored. A very long text is cleaned beside the server, not in its way. */
export async function cleanLesson(html: string, person: string): Promise<CleanHtml> {
  return html.length <= INLINE_MAX_CHARACTERS ? cleanLessonHtml(html) : workerPool(html, person);
}
