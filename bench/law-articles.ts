import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { connect } from '#server/db/connect.ts';
import type { Db } from '#server/db/handle.ts';
import { migrate } from '#server/db/migrate.ts';
import { normKeyOf } from '#server/features/content/laws/citing/norm-key.ts';
import { insertDevices, insertLaw } from '#server/features/content/laws/laws.store.ts';
import { readLawInWorker } from '#server/features/content/laws/reading/read-law-in-worker.ts';
import { indexWords, listLikelyArticles, weights } from '#server/features/content/laws/suggesting/suggest.store.ts';
import { startTestCluster } from '#server/testing/cluster.ts';
import { cpuOfProcess } from './cpu.ts';

/** What is wanted of the first article, and of the first five. */
const least = { first: 0.62, five: 0.85 };
const STATUTE = 'urn:lex:br:federal:lei:1994-07-04;8906';
/** The weights of the search were chosen on these exams. All others are the test. */
const tunedOn = ['2012-06', '2012-08'];

type Asked = { exam: string; number: number; words: string; articles: Set<string> };

/** Questions with their article in the statute, of the exams that have a checked text. */
async function readAsked(data: string, exams: string): Promise<Asked[]> {
  const lines = (await readFile(join(data, 'question-article.yaml'), 'utf8')).split(/^\s*- exam: /mu).slice(1);
  const asked: Asked[] = [];
  for (const block of lines) {
    const exam = /^\S+/u.exec(block)?.[0] ?? '';
    const number = Number(/question: (\d+)/u.exec(block)?.[1]);
    const cited = [...block.matchAll(/;8906!art_?(\d+)(?:-([A-Z]))?/gu)];
    const articles = new Set(
      cited.map(([, article, letter]) => `art${article}${letter ? `-${letter.charCodeAt(0) - 64}` : ''}`),
    );
    const words = await wordsOf(exams, exam, number);
    // The file names some questions twice.
    const isKnown = asked.some((one) => one.exam === exam && one.number === number);
    if (articles.size > 0 && words !== null && !isKnown) asked.push({ exam, number, words, articles });
  }
  return asked;
}

/** The statement and the right option of a question; null where they are not known. */
async function wordsOf(folder: string, exam: string, number: number): Promise<string | null> {
  const text = await readFile(join(folder, `${exam}.txt`), 'utf8').catch(() => null);
  const block = text
    ?.replaceAll('\r', '')
    .split(/^(?=Quest[ãa]o \d+)/mu)
    .find((one) => Number(/\d+/u.exec(one)?.[0]) === number);
  const [head = '', tail = ''] = block?.split(/^OPTIONS\s*$/mu) ?? [];
  const right = /^[A-E]:CORRECT\)([\s\S]*?)(?=^[A-E](?::CORRECT)?\)|$(?![\s\S]))/mu.exec(tail)?.[1];
  if (right === undefined) return null;
  return `${head.replace(/^Quest.*\n/u, '').replace(/^\s*AREA.*$/mu, '')} ${right}`;
}

const wordsIn = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

/** BM25 over whole articles by their plain words, with the usual weights: what the search is compared with. */
function plainBm25(articles: ReadonlyMap<string, string>) {
  const documents = [...articles].map(([id, text]) => {
    const words = wordsIn(text);
    return { id, length: words.length, times: Map.groupBy(words, (word) => word) };
  });
  const average = documents.reduce((sum, { length }) => sum + length, 0) / documents.length;
  return (text: string): string[] => {
    const asked = [...new Set(wordsIn(text))].map((word) => {
      const holding = documents.filter(({ times }) => times.has(word)).length;
      return { word, idf: Math.log(1 + (documents.length - holding + 0.5) / (holding + 0.5)) };
    });
    const scored = documents.map(({ id, length, times }) => {
      const score = asked.reduce((sum, { word, idf }) => {
        const count = times.get(word)?.length ?? 0;
        return sum + (idf * count * 2.2) / (count + 1.2 * (0.25 + (0.75 * length) / average));
      }, 0);
      return { id, score };
    });
    return scored.toSorted((one, other) => other.score - one.score).map(({ id }) => id);
  };
}

/** The statute as the school stores it. Returns its articles with their whole text. */
async function storeStatute(db: Db, source: string): Promise<Map<string, string>> {
  const { rows } = await readLawInWorker({ format: 'text', text: source }, 'bench');
  await db.transaction().execute(async (tx) => {
    const id = await insertLaw(tx, {
      ...{ urn: STATUTE, normKey: normKeyOf(STATUTE), name: 'Lei 8.906', shortName: '', ementa: '', nicknames: [] },
      ...{ articleCount: 1, authorId: null, isSample: false, creationKey: randomUUID(), now: new Date() },
    });
    await insertDevices(tx, id, rows);
    await indexWords(tx, 100_000);
  });
  const articles = new Map<string, string>();
  for (const { article, versions } of rows) {
    if (article === null) continue;
    const text = versions.find(({ isCurrent }) => isCurrent)?.body ?? '';
    articles.set(article, `${articles.get(article) ?? ''} ${text}`);
  }
  return articles;
}

type Found = { asked: Asked; product: string[]; plain: string[] };

function figures(found: readonly Found[], of: 'product' | 'plain') {
  const share = (most: number) =>
    found.filter((one) => one[of].slice(0, most).some((id) => one.asked.articles.has(id))).length /
    Math.max(1, found.length);
  return { first: share(1), five: share(5) };
}

const told = ({ first, five }: { first: number; five: number }) =>
  `first ${first.toFixed(3)}, in five ${five.toFixed(3)}`;

/** Question → article by the product's search and by plain BM25. Returns whether it is as good as wanted. */
export async function measureArticles(data: string, exams: string, show: boolean): Promise<boolean> {
  const asked = await readAsked(data, exams);
  const { cluster, stop } = await startTestCluster();
  const { db, pool } = connect(cluster.admin, console, 1);
  try {
    await migrate(cluster.admin);
    const articles = await storeStatute(db, await readFile(join(data, 'lei-8906.txt'), 'utf8'));
    const rank = plainBm25(articles);
    const { rows } = await pool.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    const before = await cpuOfProcess(rows[0]?.pid ?? 0);
    const found: Found[] = [];
    for (const one of asked) {
      const likely = await listLikelyArticles(db, one.words, { limit: 5, ...weights });
      found.push({ asked: one, product: likely.map(({ article }) => article), plain: rank(one.words) });
    }
    const cpu = (((await cpuOfProcess(rows[0]?.pid ?? 0)) - before) * 1000) / Math.max(1, asked.length);
    if (show) {
      for (const { asked: one, product, plain } of found)
        console.log(
          `${one.exam} ${one.number}: ${[...one.articles]} | ${product.join(' ')} | ${plain.slice(0, 5).join(' ')}`,
        );
    }
    const isTuned = ({ asked: { exam } }: Found) => tunedOn.includes(exam);
    for (const [name, part] of [
      ['all', found],
      [`tuned on ${tunedOn.join(', ')}`, found.filter(isTuned)],
      ['test', found.filter((one) => !isTuned(one))],
    ] as const) {
      console.log(
        `question → article, ${name}: ${part.length} questions, ${articles.size} articles  ${told(figures(part, 'product'))}  plain BM25 ${told(figures(part, 'plain'))}`,
      );
    }
    console.log(
      `question → article: ${cpu.toFixed(1)} ms of the database for one  wanted ${told(least)}, not below BM25`,
    );
    const [product, plain] = [figures(found, 'product'), figures(found, 'plain')];
    return product.first >= Math.max(least.first, plain.first) && product.five >= Math.max(least.five, plain.five);
  } finally {
    await db.destroy();
    await stop();
  }
}
