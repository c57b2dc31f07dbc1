import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { buildApp } from '#server/app.ts';
import { readConfig } from '#server/config.ts';
import { migrate } from '#server/db/migrate.ts';
import { readNames } from '#server/features/content/laws/citing/search-text.ts';
import { createLog } from '#server/http/logging.ts';
import { openDeps } from '#server/start.ts';
import { startTestCluster } from '#server/testing/cluster.ts';
import { createPerson } from '#server/testing/factories.ts';
import { cpuOfDatabase } from './cpu.ts';
import { postmasterOf } from './server.ts';

const DEVICES = 300;
const ITEMS = 100_000;
/** Seconds of the database, for one amendment. */
const MOST = 2;
const DAY = '2026-11-15';
const NAME = 'Lei Medida';

const textOf = (words: string) =>
  Array.from({ length: DEVICES }, (_, at) => `Art. ${at + 1}º O dispositivo ${at + 1} ${words}.`).join('\n\n');

/** Questions that each cite one article of the law, as the search for citations stores them. */
async function makeCiting(client: pg.Client, lawId: number, namesKey: string): Promise<void> {
  await client.query('BEGIN');
  await client.query(
    `INSERT INTO questions (id, in_bank, created_at) OVERRIDING SYSTEM VALUE
     SELECT n, true, $1 FROM generate_series(1, $2::int) n`,
    [`${DAY}T12:00:00Z`, ITEMS],
  );
  await client.query(
    `INSERT INTO question_versions (question_id, number, statement, comment, created_at)
     SELECT n, 1, 'Conforme o artigo, assinale.', '', $1 FROM generate_series(1, $2::int) n`,
    [`${DAY}T12:00:00Z`, ITEMS],
  );
  await client.query(
    'UPDATE questions SET current_version_id = v.id FROM question_versions v WHERE v.question_id = questions.id',
  );
  await client.query(
    `INSERT INTO law_items (kind, question_id, version, names_key, written_at)
     SELECT 'question', question_id, id, $1, created_at FROM question_versions`,
    [namesKey],
  );
  await client.query(
    `INSERT INTO law_item_citations (item_id, number, quote, occurrence, norm_key, lex_id, article)
     SELECT item.id, 0, 'art. x da ${NAME}', 0, laws.norm_key,
            'art' || (1 + item.id % $2::int) || '_cpt', 'art' || (1 + item.id % $2::int)
     FROM law_items item CROSS JOIN laws WHERE laws.id = $1`,
    [lawId, DEVICES],
  );
  await client.query('COMMIT');
  await client.query('ANALYZE');
}

/** The time of the database for an amendment of 300 devices that 100,000 questions cite. False above the limit. */
export async function measureAmendment(): Promise<boolean> {
  const { cluster, stop } = await startTestCluster();
  const dataDir = await mkdtemp(join(tmpdir(), 'alvorada-bench-'));
  const client = new pg.Client(cluster.admin);
  await client.connect();
  try {
    await migrate(cluster.admin);
    const config = readConfig({ NODE_ENV: 'test', LOG_LEVEL: 'error', DATA_DIR: dataDir, RATE_LIMIT: 'off' });
    const clock = { now: () => new Date(`${DAY}T18:00:00.000Z`) };
    const opened = await openDeps(config, cluster.admin, createLog(config, process.stderr), clock);
    const app = await buildApp(opened.deps);
    try {
      const admin = await createPerson(opened.deps.db, { role: 'admin', now: clock.now() });
      const post = async (url: string, payload: object) => {
        const reply = await app.inject({ method: 'POST', url, payload, headers: { cookie: admin.cookie } });
        if (reply.statusCode >= 300) throw new Error(reply.body);
        return reply.json();
      };
      const names = { name: NAME, shortName: '', nicknames: [], ementa: '', urn: null };
      const { id } = await post('/api/teacher/laws', {
        ...{ format: 'text', source: textOf('vale'), creationKey: randomUUID() },
        ...names,
      });
      await makeCiting(client, id, (await readNames(opened.deps.db)).key);
      const change = { format: 'text', source: textOf('mudou'), kind: 'law', startsOn: DAY };
      const { revision, itemCount } = await post(`/api/admin/laws/${id}/changes/preview`, change);
      if (itemCount !== ITEMS) throw new Error(`The preview counts ${itemCount} of ${ITEMS} items.`);
      const postmaster = await postmasterOf(cluster.admin);
      const before = await cpuOfDatabase(postmaster);
      const begun = performance.now();
      const made = await post(`/api/admin/laws/${id}/changes`, {
        ...{ ...change, amending: 'Lei nº 15.000, de 2026', publishedOn: null, revision, creationKey: randomUUID() },
      });
      const took = (performance.now() - begun) / 1000;
      const spent = (await cpuOfDatabase(postmaster)) - before;
      if (made.total !== DEVICES || made.counts[0]?.count !== ITEMS) throw new Error('The list is not complete.');
      console.log(
        `amendment of ${DEVICES} devices, ${ITEMS.toLocaleString('en')} citing items  ${spent.toFixed(2)} s of the database, ${took.toFixed(2)} s in all  wanted ${MOST} s  load ${loadavg()[0]?.toFixed(1)}`,
      );
      return spent <= MOST;
    } finally {
      await app.close();
      await opened.close();
    }
  } finally {
    await client.end();
    await stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}
