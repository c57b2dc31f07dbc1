/**
 * The import of a large deck beside the server, and its way out again:
 *   npm run bench -- anki [--cards 20000]
 * The server's code runs in this process, so that its longest stall can be measured.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import sharp from 'sharp';
import type { AnkiImport } from '#contract/study/anki.ts';
import { buildApp } from '#server/app.ts';
import { readConfig } from '#server/config.ts';
import { migrate } from '#server/db/migrate.ts';
import { createLog } from '#server/http/logging.ts';
import { openDeps } from '#server/start.ts';
import { ankiDeck, type FixtureNote, type Generation } from '#server/testing/anki-decks.ts';
import { startTestCluster } from '#server/testing/cluster.ts';
import { createPerson, type Person } from '#server/testing/factories.ts';
import { multipartForm } from '#server/testing/forms.ts';
import { cpuOfDatabase, cpuOfProcess } from './cpu.ts';
import { postmasterOf } from './server.ts';
import { watchStalls } from './stalls.ts';

const { values } = parseArgs({ options: { cards: { type: 'string', default: '20000' } } });
const COUNT = Number(values.cards);
const REVIEWS = 6;
const PICTURES = 200;
const DAY_MS = 86_400_000;
const START = Date.parse('2026-01-05T12:00:00.000Z');

/** A deck of a year: a fifth are gaps, half have been reviewed, some have a picture. */
function noteOf(at: number): FixtureNote {
  const text = `Pergunta ${at} sobre o <b>artigo ${at % 250}</b> da Constituição?<br>Explique em uma frase. `.repeat(3);
  const isCloze = at % 5 === 0;
  const image = at % 20 === 1 ? `<img src="p${at % PICTURES}.png">` : '';
  const reviews = Array.from({ length: at % 2 ? REVIEWS : 0 }, (_, n) => ({
    at: START + n * 9 * DAY_MS + at,
    ease: 3,
    ivl: 9,
    time: 5000,
  }));
  return {
    guid: `bench-${at}`,
    notetype: isCloze ? 'Cloze' : 'Basic',
    fields: isCloze ? [`${text} {{c1::lacuna ${at}}}`, 'extra'] : [text, `Resposta ${at} ${image}`],
    tags: ['direito', `art${at % 250}`],
    cards: [
      { deck: `Direito::Tema ${at % 30}`, ...(at % 2 ? { type: 2, due: 60, ivl: 9, factor: 2500 } : {}), reviews },
    ],
  };
}

async function mediaOf(): Promise<Record<string, Buffer>> {
  const media: Record<string, Buffer> = {};
  for (let at = 0; at < PICTURES; at += 1) {
    const background = { r: at, g: 90, b: 200 - at };
    media[`p${at}.png`] = await sharp({ create: { width: 640, height: 480, channels: 3, background } })
      .png()
      .toBuffer();
  }
  return media;
}

async function measure(generation: Generation) {
  const { cluster, stop } = await startTestCluster();
  const dataDir = await mkdtemp(join(tmpdir(), 'alvorada-bench-'));
  try {
    await migrate(cluster.admin);
    const config = readConfig({ NODE_ENV: 'test', LOG_LEVEL: 'error', DATA_DIR: dataDir, RATE_LIMIT: 'off' });
    const opened = await openDeps(config, cluster.admin, createLog(config, process.stderr));
    const app = await buildApp(opened.deps);
    try {
      await opened.deps.jobs.start({ work: false });
      const student: Person = await createPerson(opened.deps.db, { role: 'student', now: new Date() });
      const call = async <T>(method: 'GET' | 'POST', url: string, more: object = {}): Promise<T> => {
        const headers = { ...('headers' in more ? (more.headers as object) : {}), cookie: student.cookie };
        const reply = await app.inject({ method, url, ...more, headers });
        if (reply.statusCode >= 300) throw new Error(reply.body);
        return (reply.headers['content-type']?.toString().includes('json') ? reply.json() : reply.rawPayload) as T;
      };
      const notes = Array.from({ length: COUNT }, (_, at) => noteOf(at));
      const file = await ankiDeck(generation, { notes, media: await mediaOf() });
      const form = await multipartForm({ name: 'deck.apkg', file: ['deck.apkg', new Uint8Array(file)] });
      const postmaster = await postmasterOf(cluster.admin);
      const cpu = async () => (await cpuOfProcess(process.pid)) + (await cpuOfDatabase(postmaster));
      const before = await cpu();
      const reading = await watchStalls(() => call<AnkiImport>('POST', '/api/cards/imports', form));
      const { id } = reading.result;
      const importing = await watchStalls(async () => {
        await call('POST', `/api/cards/imports/${id}/start`, { payload: { decks: [], keepsSchedule: true } });
        await opened.deps.jobs.drain();
        return call<AnkiImport>('GET', `/api/cards/imports/${id}`);
      });
      const imported = await cpu();
      const exporting = await watchStalls(() => call<Buffer>('GET', '/api/cards/anki'));
      const round = (ms: number) => Math.round(ms);
      return {
        generation,
        megabytes: Number((file.length / 1024 / 1024).toFixed(1)),
        added: importing.result.added,
        importCpuS: Number((imported - before).toFixed(1)),
        exportCpuS: Number(((await cpu()) - imported).toFixed(1)),
        readMs: round(reading.took),
        importMs: round(importing.took),
        exportMs: round(exporting.took),
        stallMs: round(Math.max(reading.stall, importing.stall, exporting.stall)),
        computedMs: round(Math.max(reading.computed, importing.computed, exporting.computed)),
      };
    } finally {
      await app.close();
      await opened.close();
    }
  } finally {
    await stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

const results = [await measure('anki2'), await measure('anki21b')];
console.table(results);
// Processor time, because a busy machine stretches the clock.
const slow = results.filter(({ importCpuS, added }) => importCpuS > 30 || added !== COUNT);
if (slow.length > 0) {
  console.error('Reading and importing must add every card and take at most 30 s of processor time.');
  process.exitCode = 1;
}
