import { escapeHtml } from '#contract/escape-html.ts';
import { createWorkerPool } from '#server/work/worker-pool.ts';
import type { ApiDocuments } from './api-documents.worker.ts';
import { tooBusy } from './overload.ts';

/** Occurs in no text of the contract, and needs no escaping in JSON or HTML. */
const NAME = '{{school-name}}';

const busy = () => tooBusy('A documentação ainda não está pronta. Tente de novo em instantes.');

const write = createWorkerPool<string, ApiDocuments>(new URL('api-documents.worker.ts', import.meta.url), {
  capacity: { total: 1, perKey: 1, waiting: 1, waitingPerKey: 1 },
  longestMs: 60_000,
  tooLong: busy,
  tooMany: busy,
});

let written: Promise<ApiDocuments> | undefined;

/**
 * The API's two documents. Generating them takes half a second of CPU and few people read them: a worker does it at the
 * first request. For a school with another name only the name in them is replaced.
 */
export async function apiDocuments(schoolName: string): Promise<ApiDocuments> {
  written ??= write(NAME, 'documents').catch((error: unknown) => {
    written = undefined;
    throw error;
  });
  const { json, page } = await written;
  return {
    json: json.replaceAll(NAME, () => JSON.stringify(schoolName).slice(1, -1)),
    page: page.replaceAll(NAME, () => escapeHtml(schoolName)),
  };
}
