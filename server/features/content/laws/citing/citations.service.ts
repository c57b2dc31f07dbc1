import type * as contract from '#contract/content/law-citations.ts';
import { LAW_CITATIONS_MAX } from '#contract/content/law-limits.ts';
import type { BodyOf } from '#contract/endpoint.ts';
import { transact } from '#server/db/transact.ts';
import type { Deps } from '#server/deps.ts';
import { AppError, notFound, requireFound, wrongField } from '#server/http/errors.ts';
import { runEach } from '#server/jobs/each.ts';
import { defineUpkeep } from '#server/jobs/upkeep.ts';
import * as store from './citations.store.ts';
import { searchUnreadItems } from './items.service.ts';
import { type Names, readNames, searchText } from './search-text.ts';

const JOB = 'find-citations';
const ROUND = 200;

type LessonText = NonNullable<Awaited<ReturnType<typeof store.findLessonText>>>;

/** Finds the citations of a lesson and stores them. Idempotent; a lesson that changes meanwhile is left to its next run. */
async function searchLesson(deps: Deps, lesson: LessonText, { aliases, key }: Names, person: string): Promise<void> {
  const citations = await searchText({ format: 'html', text: lesson.content, aliases, key }, person);
  await transact(deps, async (tx) => {
    if (await store.lockLesson(tx, lesson.id, lesson.version)) {
      await store.replaceCitations(tx, lesson, key, citations);
    }
  });
}

type Person = { id: string; role: string };

const missing = () => notFound('Aula não encontrada.');

/** Searches under way: a class that opens a new lesson waits for one search of it. */
const searching = new Map<string, Promise<void>>();

function searchOnce(deps: Deps, lesson: LessonText, names: Names, person: string): Promise<void> {
  const key = `${lesson.id}:${lesson.version}:${names.key}`;
  const known = searching.get(key);
  if (known) return known;
  const search = searchLesson(deps, lesson, names, person).finally(() => searching.delete(key));
  searching.set(key, search);
  return search;
}

/**
 * The links of a lesson. A version that was not searched yet is searched now. After the school's names of laws have
 * changed, every lesson is searched again: that is the work of the job, and the stored links are served until then.
 */
export async function readLinks(deps: Deps, user: Person, lessonId: number) {
  const lesson = await requireFound(store.findLessonText(deps.db, lessonId), missing);
  if (lesson.readVersion !== lesson.version) await searchOnce(deps, lesson, await readNames(deps.db), user.id);
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

/** Lessons first, then everything else that can cite a law. */
async function searchAll(deps: Deps): Promise<{ searched: number }> {
  const [lessons, items] = [await searchUnread(deps), await searchUnreadItems(deps)];
  return { searched: lessons.searched + items.searched };
}

export function defineCitationSearch(deps: Deps): void {
  defineUpkeep(deps, { name: JOB, every: '* * * * *', run: () => searchAll(deps) });
}

/** Refuses or corrects a quote of a lesson, or takes the decision back. The author of the lesson and administrators may. */
export async function decide(
  deps: Deps,
  user: Person,
  lessonId: number,
  body: BodyOf<typeof contract.decideLawCitation>,
) {
  await transact(deps, async (tx) => {
    const lesson = await requireFound(store.findLessonText(tx, lessonId), missing);
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
