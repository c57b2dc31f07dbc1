import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { type ReadyPage, readyPage, sendPage } from './pages-ready.ts';

export const WORKER_FILE = 'sw.js';

/**
 * Replaces the browser's service worker: clears the caches and unregisters. Unsent work is stored elsewhere and stays.
 */
const goAway = `addEventListener('install', () => skipWaiting());
addEventListener('activate', (event) =>
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.map((name) => caches.delete(name))))
      .then(() => registration.unregister()),
  ),
);
`;

const headers = {
  'content-type': 'text/javascript; charset=utf-8',
  // Revalidated at every check for an update.
  'cache-control': 'no-cache',
  // A worker's policy applies to its fetches: only our own origin.
  'content-security-policy': "default-src 'none'; connect-src 'self'; script-src 'self'",
  'x-content-type-options': 'nosniff',
  vary: 'Accept-Encoding',
};

/** The page of the last text: a process that starts one app after the other, as tests do, compresses it once. */
let last: { text: string; page: ReadyPage } | undefined;

/** The service worker of this build, or the one that removes it. */
export async function registerWorkerFile(app: FastifyInstance, web: string, isOn: boolean): Promise<void> {
  const text = isOn ? await readFile(join(web, WORKER_FILE), 'utf8') : goAway;
  if (last?.text !== text) last = { text, page: readyPage(text, headers) };
  const { page } = last;
  app.get(`/${WORKER_FILE}`, (request, reply) => sendPage(request, reply, page));
}
