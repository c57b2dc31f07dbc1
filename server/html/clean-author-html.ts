import { Worker } from 'node:worker_threads';
import { type CleanHtml, cleanLessonHtml } from './lesson-html.ts';

/** Cleaning this much takes about as long as a request may hold up all others. */
const INLINE_MAX_CHARACTERS = 100_000;

/** Cleans what an author wrote (lessons, questions). A very long text is cleaned beside the server, not in its way. */
export async function cleanAuthorHtml(html: string): Promise<CleanHtml> {
  if (html.length <= INLINE_MAX_CHARACTERS) return cleanLessonHtml(html);
  const worker = new Worker(new URL('./lesson-html.worker.ts', import.meta.url), { workerData: html });
  return new Promise((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
    worker.once('exit', (code) => reject(new Error(`The sanitiser ended with ${code} before it answered.`)));
  });
}
