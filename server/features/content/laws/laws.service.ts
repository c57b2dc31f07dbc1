import { LAW_ARTICLES_PAGE, LAW_LESSONS_SHOWN, LAWS_MAX } from '#contract/content/law-limits.ts';
import type * as contract from '#contract/content/laws.ts';
import type { BodyOf } from '#contract/endpoint.ts';
import type { Db, Tx } from '#server/db/handle.ts';
import { transact } from '#server/db/transact.ts';
import type { Deps } from '#server/deps.ts';
import { followedNotice } from '#server/features/content/contests/contests.service.ts';
import { recordAudit } from '#server/features/platform/audit/audit.service.ts';
import { AppError, notFound, requireFound } from '#server/http/errors.ts';
import { cursorOf, offset, readPage } from '#server/http/paging.ts';
import { without } from '#server/http/without.ts';
import { dayOf } from '#server/time/calendar.ts';
import { listCitingLessons } from './citing/citations.store.ts';
import { normKeyOf } from './citing/norm-key.ts';
import * as texts from './law-texts.store.ts';
import * as store from './laws.store.ts';
import { countReads, deleteRead, insertRead, listReads } from './progress/reads.store.ts';
import { LAW_DEVICES_MAX } from './reading/parse-law.ts';
import { readLawInWorker } from './reading/read-law-in-worker.ts';

const missing = () => notFound('Norma não encontrada.');
const HISTORY_MAX = 400;

type Reader = { id: string };
type On = 'today' | undefined;

/** The day whose text a reader sees: the edital of the exam they study for, unless they ask for today. */
async function asOfFor(deps: Deps, reader: Reader, on: On): Promise<contract.AsOf> {
  const today = dayOf(deps.clock.now());
  const edital = await followedNotice(deps.db, reader.id, today);
  return { day: on === 'today' || !edital ? today : edital.day, edital };
}

export async function listForStudents(db: Db, reader: Reader) {
  const [laws, reads] = await Promise.all([store.listLawRows(db, LAWS_MAX), countReads(db, reader.id)]);
  return laws.map((law) => ({
    ...without(law, 'nicknames', 'revision', 'updatedAt'),
    readCount: reads.get(law.id) ?? 0,
  }));
}

export async function readReads(db: Db, reader: Reader, id: number): Promise<string[]> {
  if (!(await store.findLaw(db, id))) throw missing();
  return listReads(db, reader.id, id, LAW_DEVICES_MAX);
}

export async function markRead(
  deps: Deps,
  reader: Reader,
  { id, article }: { id: number; article: string },
  { isRead }: { isRead: boolean },
) {
  if (!(await store.findArticle(deps.db, id, article))) throw notFound('Artigo não encontrado.');
  const read = { userId: reader.id, lawId: id, article };
  if (isRead) await insertRead(deps.db, read, deps.clock.now());
  else await deleteRead(deps.db, read);
  return { isRead };
}

export const listForAuthors = (db: Db) => store.listLawRows(db, LAWS_MAX);

export async function readLaw(deps: Deps, reader: Reader, id: number, on: On) {
  const [law, asOf] = await Promise.all([store.findLaw(deps.db, id), asOfFor(deps, reader, on)]);
  if (!law) throw missing();
  const outline = await store.listOutline(deps.db, id, LAW_DEVICES_MAX);
  return {
    asOf,
    ...without(law, 'nicknames', 'revision', 'articleCount'),
    outline: outline.map((entry) => without(entry, 'position') as contract.OutlineEntry),
  };
}

type ArticleHead = { lexId: string; label: string; title: string };

/** Articles with their devices in force on a day. */
async function withDevices(
  db: Db,
  lawId: number,
  articles: readonly ArticleHead[],
  day: string,
): Promise<contract.LawArticle[]> {
  if (articles.length === 0) return [];
  const devices = await texts.listDevices(
    db,
    lawId,
    articles.map(({ lexId }) => lexId),
    day,
  );
  const byArticle = Map.groupBy(devices, ({ article }) => article);
  return articles.map(({ lexId, label, title }) => ({
    lexId,
    label,
    title,
    devices: (byArticle.get(lexId) ?? []).map((device) => without(device, 'article') as contract.LawDevice),
  }));
}

const byPosition = cursorOf<{ position: number }>({ position: offset });

export async function pageArticles(
  deps: Deps,
  reader: Reader,
  id: number,
  { on, cursor }: { on?: On; cursor?: string | undefined },
) {
  const { db } = deps;
  const from = byPosition.from({ cursor, limit: LAW_ARTICLES_PAGE });
  const law = await requireFound(store.findLaw(db, id), missing);
  const page = await readPage(from, {
    rows: ({ limit, after }) => store.listArticles(db, id, after?.position ?? -1, limit),
    total: Promise.resolve(law.articleCount),
  });
  const { day } = await asOfFor(deps, reader, on);
  return { ...page, rows: await withDevices(db, id, page.rows, day) };
}

/** The groups around an article: the last one of each level above it. */
function pathTo(outline: Awaited<ReturnType<typeof store.listOutline>>, position: number) {
  const path: { label: string; title: string; depth: number }[] = [];
  for (const entry of outline) {
    if (entry.position >= position) break;
    if (entry.kind === 'artigo') continue;
    while ((path.at(-1)?.depth ?? -1) >= entry.depth) path.pop();
    path.push(entry);
  }
  return path.map(({ label, title }) => ({ label, title }));
}

/** `bought`: the courses of a student whose purchase opens only some; null for everybody else. */
export async function readArticle(
  deps: Deps,
  reader: Reader,
  { id, lexId, on, bought }: { id: number; lexId: string; on: On; bought: readonly number[] | null },
) {
  const { db } = deps;
  const [law, article, asOf] = await Promise.all([
    store.findLaw(db, id),
    store.findArticle(db, id, lexId),
    asOfFor(deps, reader, on),
  ]);
  if (!law || !article) throw notFound('Artigo não encontrado.');
  const [outline, [whole], history, lessons] = await Promise.all([
    store.listOutline(db, id, LAW_DEVICES_MAX),
    withDevices(db, id, [article], asOf.day),
    texts.listHistory(db, id, lexId, asOf.day, HISTORY_MAX),
    listCitingLessons(db, { lawId: id, article: lexId, bought, limit: LAW_LESSONS_SHOWN }),
  ]);
  if (!whole) throw notFound('Artigo não encontrado.');
  const articles = outline.filter(({ kind }) => kind === 'artigo');
  const at = articles.findIndex((one) => one.lexId === lexId);
  const neighbour = (index: number) => {
    const one = articles[index];
    return one ? { lexId: one.lexId, label: one.label } : null;
  };
  return {
    law: without(law, 'nicknames', 'revision', 'articleCount', 'updatedAt'),
    asOf,
    path: pathTo(outline, article.position),
    article: whole,
    previous: neighbour(at - 1),
    next: neighbour(at + 1),
    history: history.map((one) => ({ ...one, state: one.state as contract.VersionState })),
    earlier: history
      .filter(({ isLater }) => !isLater)
      .map((one) => without(one, 'state', 'from', 'publishedOn', 'isLater')),
    lessons,
  };
}

/** `Art. 144, CF`; refused where the school does not have it. */
export async function nameArticle(db: Db | Tx, id: number, lexId: string): Promise<string> {
  const [law, article] = await Promise.all([store.findLaw(db, id), store.findArticle(db, id, lexId)]);
  if (!law || !article) throw notFound('Artigo não encontrado.');
  return `${article.label.replace(/[.\s]{1,3}$/, '')}, ${law.shortName || law.name}`;
}

export async function readTexts(deps: Deps, reader: Reader, id: number, on: On) {
  const [law, { day }] = await Promise.all([store.findLaw(deps.db, id), asOfFor(deps, reader, on)]);
  if (!law) throw missing();
  return texts.listTexts(deps.db, id, day, LAW_DEVICES_MAX);
}

export async function preview(author: { id: string }, body: BodyOf<typeof contract.previewLaw>) {
  const { name, ementa, urn, rows, problems, moreProblems } = await readLawInWorker(
    { format: body.format, text: body.source },
    author.id,
  );
  const counts = Map.groupBy(rows, ({ kind }) => kind);
  const outline = rows.filter(({ kind }) => !['caput', 'paragrafo', 'inciso', 'alinea', 'item'].includes(kind));
  return {
    name: name.slice(0, 200),
    ementa: ementa.slice(0, 2000),
    urn,
    counts: [...counts].map(([kind, all]) => ({ kind, count: all.length })),
    earlierCount: rows.reduce((sum, { versions }) => sum + versions.filter(({ isCurrent }) => !isCurrent).length, 0),
    outline: outline.map(({ lexId, kind, label, title, depth }) => ({ lexId, kind, label, title, depth })),
    problems,
    moreProblems,
  };
}

type NewLaw = BodyOf<typeof contract.createLaw> & { isSample?: true };

const conflict = (message: string) => new AppError('conflict', message);

/** `isNew` is false where the same key made the law before. */
export async function addLaw(deps: Deps, author: { id: string }, body: NewLaw) {
  const { rows } = await readLawInWorker({ format: body.format, text: body.source }, author.id);
  const articleCount = rows.filter(({ kind }) => kind === 'artigo').length;
  if (articleCount === 0) throw new AppError('bad_request', 'Não encontramos nenhum artigo neste texto.');
  const urn = body.urn ?? `urn:escola:norma:${body.creationKey}`;
  return transact(deps, async (tx) => {
    await store.lockLaws(tx);
    const made = await store.findLawByKey(tx, body.creationKey);
    if (made) return { made: made, isNew: false };
    if ((await store.countLaws(tx)) >= LAWS_MAX) throw conflict(`A escola chegou a ${LAWS_MAX} normas.`);
    if (await store.hasUrn(tx, urn)) throw conflict('Esta norma já está na escola.');
    const now = deps.clock.now();
    const id = await store.insertLaw(tx, {
      ...body,
      urn,
      normKey: normKeyOf(urn),
      articleCount,
      authorId: author.id,
      isSample: body.isSample ?? false,
      now,
    });
    await store.insertDevices(tx, id, rows);
    await recordAudit(tx, {
      at: now,
      actorId: author.id,
      action: 'law.created',
      subject: `law:${id}`,
      details: { name: body.name },
    });
    const law = await requireFound(store.findLaw(tx, id), missing);
    return { made: law, isNew: true };
  });
}

/** The same change sent again is saved already; over a newer revision it is refused. */
export async function changeNames(
  deps: Deps,
  author: { id: string },
  id: number,
  body: BodyOf<typeof contract.updateLaw>,
) {
  return transact(deps, async (tx) => {
    const now = deps.clock.now();
    const isSaved = await store.saveNames(tx, id, body.revision, body, now);
    const law = await requireFound(store.findLaw(tx, id), missing);
    const isRepeated =
      law.revision === body.revision + 1 &&
      law.name === body.name &&
      law.shortName === body.shortName &&
      law.nicknames.join('\n') === body.nicknames.join('\n');
    if (!isSaved && !isRepeated) {
      throw new AppError('version_conflict', 'Outra pessoa mudou esta norma. Recarregue antes de salvar.');
    }
    if (isSaved) {
      await recordAudit(tx, {
        at: now,
        actorId: author.id,
        action: 'law.renamed',
        subject: `law:${id}`,
        details: { name: law.name },
      });
    }
    return law;
  });
}

export async function removeLaw(deps: Deps, admin: { id: string }, id: number): Promise<void> {
  await transact(deps, async (tx) => {
    const name = await store.deleteLawRow(tx, id);
    if (name === undefined) throw missing();
    await recordAudit(tx, {
      at: deps.clock.now(),
      actorId: admin.id,
      action: 'law.deleted',
      subject: `law:${id}`,
      details: { name },
    });
  });
}
