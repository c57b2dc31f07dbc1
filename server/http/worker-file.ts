import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { type ReadyPage, readyPage, sendPage } from './pages-ready.ts';

export const WORKER_FILE = 'sw.js';

/** Takes the place of the worker that a browser has: empties what was kept, and goes. Unsent work lies elsewhere and stays. */
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
  // Asked for at every look for a new one.
  'cache-control': 'no-cache',
  // A worker's own policy holds for what it fetches: nothing but our own.
  'content-security-policy': "default-src 'none'; connect-src 'self'; script-src 'self'",
  'x-content-type-options': 'nosniff',
  vary: 'Accept-Encoding',
};

/** The page of the last text: a process that starts one app after the other, as tests do, compresses it once. */
let last: { text: string; page: ReadyPage } | undefined;

/** The service worker of this build, or the one that calls it back. */
export async function registerWorkerFile(app: FastifyInstance, web: string, isOn: boolean): Promise<void> {
  const text = isOn ? await readFile(join(web, WORKER_FILE), 'utf8') : goAway;
  if (last?.text !== text) last = { text, page: readyPage(text, headers) };
  const { page } = last;
  app.get(`/${WORKER_FILE}`, (request, reply) => sendPage(request, reply, page));
}
