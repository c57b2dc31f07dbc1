import { createHash } from 'node:crypto';
import type * as contract from '#contract/content/law-citations.ts';
import type { BodyOf } from '#contract/endpoint.ts';
import { LAW_CITATIONS_MAX, LAWS_MAX } from '#contract/limits.ts';
import type { Db } from '#server/db/handle.ts';
import { transact } from '#server/db/transact.ts';
import type { Deps } from '#server/deps.ts';
import { AppError, notFound, wrongField } from '#server/http/errors.ts';
import { tooBusy } from '#server/http/overload.ts';
import { runEach } from '#server/jobs/each.ts';
import { defineUpkeep } from '#server/jobs/upkeep.ts';
import { createWorkerPool } from '#server/work/worker-pool.ts';
import * as store from './citations.store.ts';
import type { CitationInput } from './citations.worker.ts';
import type { Alias } from './find-norm.ts';
import { citationsOfLesson, type LessonCitation } from './lesson-citations.ts';

/** Longer lessons are searched in a worker: a request must not block the event loop for more than some milliseconds. */
const INLINE_MAX_CHARACTERS = 5_000;
/** Raised when the recogniser changes: every lesson is searched again. */
const FINDER = 1;
const JOB = 'find-citations';
const ROUND = 200;

const workerPool = createWorkerPool<CitationInput, LessonCitation[]>(
  new URL('./citations.worker.ts', import.meta.url),
  {
    capacity: { total: 1, perKey: 1, waiting: 24, waitingPerKey: 8 },
    longestMs: 30_000,
    memoryMb: 256,
    tooLong: () => new AppError('bad_request', 'O texto da aula é complicado demais para procurar citações.'),
    tooMany: () => tooBusy('Há aulas demais sendo lidas agora. Tente de novo em instantes.'),
  },
);

type Names = { aliases: Alias[]; key: string };

async function readNames(db: Db): Promise<Names> {
  const laws = await store.listNames(db, LAWS_MAX);
  const aliases = laws.flatMap(({ urn, name, shortName, nicknames }) =>
    [name, shortName, ...nicknames].filter((one) => one.length > 1).map((one) => ({ name: one, urn })),
  );
  const key = createHash('sha256')
    .update(JSON.stringify([FINDER, aliases]))
    .digest('hex')
    .slice(0, 16);
  return { aliases, key };
}

type LessonText = NonNullable<Awaited<ReturnType<typeof store.findLessonText>>>;

/** Finds the citations of a lesson and stores them. Idempotent; a lesson that changes meanwhile is left to its next run. */
async function searchLesson(deps: Deps, lesson: LessonText, { aliases, key }: Names, person: string): Promise<void> {
  const citations =
    lesson.content.length <= INLINE_MAX_CHARACTERS
      ? citationsOfLesson(lesson.content, aliases)
      : await workerPool({ html: lesson.content, aliases }, person);
  await transact(deps, async (tx) => {
    if (await store.lockLesson(tx, lesson.id, lesson.version)) {
      await store.replaceCitations(tx, lesson, key, citations);
    }
  });
}

type Person = { id: string; role: string };

const missing = () => notFound('Aula não encontrada.');

/** The links of a lesson. A version that was not searched yet is searched now. */
export async function readLinks(deps: Deps, user: Person, lessonId: number) {
  const [lesson, names] = await Promise.all([store.findLessonText(deps.db, lessonId), readNames(deps.db)]);
  if (!lesson) throw missing();
  const isRead = lesson.readVersion === lesson.version && lesson.namesKey === names.key;
  if (!isRead) await searchLesson(deps, lesson, names, user.id);
  const links = await store.listLinks(deps.db, lessonId, LAW_CITATIONS_MAX);
  return links.flatMap(({ lawId, lawName, ...link }) =>
    (link.isRefused && user.role !== 'student') || (lawId !== null && lawName !== null)
      ? [{ ...link, lawId, lawName: lawName ?? '' }]
      : [],
  );
}

/** Lessons whose citations are missing or old, a bounded number per run. A broken lesson does not stop the others. */
export async function searchUnread(deps: Deps): Promise<{ searched: number }> {
  const names = await readNames(deps.db);
  const { done } = await runEach(deps, {
    work: JOB,
    limit: ROUND,
    list: (pausing, limit) => store.listUnreadLessons(deps.db, { pausing, namesKey: names.key, limit }),
    idOf: (id) => id,
    async run(id) {
      const lesson = await store.findLessonText(deps.db, id);
      if (lesson) await searchLesson(deps, lesson, names, JOB);
    },
  });
  return { searched: done };
}

export function defineCitationSearch(deps: Deps): void {
  defineUpkeep(deps, { name: JOB, every: '* * * * *', run: () => searchUnread(deps) });
}

/** Refuses or corrects a quote of a lesson, or takes the decision back. The author of the lesson and administrators may. */
export async function decide(
  deps: Deps,
  user: Person,
  lessonId: number,
  body: BodyOf<typeof contract.decideLawCitation>,
) {
  await transact(deps, async (tx) => {
    const lesson = await store.findLessonText(tx, lessonId);
    if (!lesson) throw missing();
    if (user.role !== 'admin' && lesson.authorId !== user.id) {
      throw new AppError('forbidden', 'Só quem escreveu a aula corrige as citações dela.');
    }
    if (body.decision === 'recognised') return store.deleteChoice(tx, lessonId, body.quote);
    if (body.decision === 'corrected' && body.device === null) {
      throw wrongField('device', 'Diga para qual dispositivo a citação leva.');
    }
    const device =
      body.decision === 'corrected' && body.device
        ? await store.findDeviceOfLaw(tx, body.device.lawId, body.device.lexId)
        : null;
    if (device === undefined) throw notFound('Este dispositivo não está nas leis da escola.');
    await store.saveChoice(tx, {
      lessonId,
      quote: body.quote,
      normKey: device?.normKey ?? null,
      lexId: device?.lexId ?? '',
      by: user.id,
      now: deps.clock.now(),
    });
  });
  return readLinks(deps, user, lessonId);
}
