import { getCourse } from '#contract/content/courses.ts';
import { getLaw, getLawArticle, getLawText, listLawArticles, listReadArticles } from '#contract/content/laws.ts';
import { getLesson, listLessons } from '#contract/content/lessons.ts';
import { listLessonProgress } from '#contract/content/reading.ts';
import { listSubjects } from '#contract/content/subjects.ts';
import { getTheme } from '#contract/exams/essays.ts';
import { getCurrentUser } from '#contract/people/accounts.ts';
import { getPreferences } from '#contract/preferences.ts';
import { getStudentDashboard } from '#contract/study/dashboards.ts';
import { getReviewToday } from '#contract/study/review.ts';
import { getStudyPlan } from '#contract/study/study-plan.ts';
import { addressOf, call } from '#web/lib/api.ts';
import { readCache } from '#web/lib/cache-names.ts';
import type { Key } from '#web/lib/entry-keys.ts';
import { orElse } from '#web/lib/or-else.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { keys } from '#web/lib/query-keys.ts';
import { CAN_CACHE } from './can-cache.ts';
import { readOwner } from './saved.ts';

/** The URL under which the worker caches the data of a query key. */
const always: [key: Key, address: string][] = [
  [keys.session, addressOf(getCurrentUser)],
  [keys.preferences, addressOf(getPreferences)],
  [keys.subjects, addressOf(listSubjects)],
  [keys.lessons.whole, addressOf(listLessons)],
  [keys.lessons.progress, addressOf(listLessonProgress)],
  [keys.dashboard.student, addressOf(getStudentDashboard)],
  [keys.dashboard.studyPlan, addressOf(getStudyPlan)],
  [keys.review.today({ of: 'day' }), addressOf(getReviewToday, { query: { of: 'day' } })],
];
const ofOne: [begins: Key, address: (id: number) => string][] = [
  [keys.lessons.one(0), (id) => addressOf(getLesson, { params: { id } })],
  [keys.courses.one(0), (id) => addressOf(getCourse, { params: { id } })],
  [keys.essays.of('theme', 0), (id) => addressOf(getTheme, { params: { id } })],
];

type Read = { address: string; body: unknown; next?: string | null };

/** The pages of a law, which the document may carry: with the day that the reader chose, and page by page. */
function lawReads([root, what, id, ...more]: readonly unknown[], data: unknown): Read[] {
  if (root !== keys.laws()[0] || typeof id !== 'number') return [];
  const on = more.at(-1) === 'today' ? ('today' as const) : undefined;
  const of = { params: { id }, query: { on } };
  if (what === 'one') return [{ address: addressOf(getLaw, of), body: data }];
  if (what === 'text') return [{ address: addressOf(getLawText, of), body: data }];
  if (what === 'read') return [{ address: addressOf(listReadArticles, { params: { id } }), body: data }];
  const [article] = more;
  if (what === 'article')
    return [{ address: addressOf(getLawArticle, { ...of, params: { id, article } }), body: data }];
  if (what !== 'articles') return [];
  const { pages, pageParams } = data as { pages: { items: unknown; next: string | null }[]; pageParams: unknown[] };
  return pages.map(({ items, next }, at) => {
    const query = { on, cursor: pageParams[at] };
    const address = (cursor: unknown) => addressOf(listLawArticles, { params: { id }, query: { on, cursor } });
    return { address: addressOf(listLawArticles, { params: { id }, query }), body: items, next: next && address(next) };
  });
}

function addressesOf(key: readonly unknown[]): string | undefined {
  const same = (other: readonly unknown[]) => JSON.stringify(other) === JSON.stringify(key);
  const fixed = always.find(([other]) => same(other));
  if (fixed) return fixed[1];
  const id = key.at(-1);
  const one = ofOne.find(([begins]) => same([...begins.slice(0, -1), id]));
  return one && typeof id === 'number' ? one[1](id) : undefined;
}

/**
 * The very first page was loaded before the worker, which may not know its user yet: then the user is fetched once
 * more.
 */
export async function meetWorker(userId: string): Promise<void> {
  if (!(await readOwner(userId))) {
    await call(getCurrentUser);
    // The worker writes it down behind its answer.
    for (let tries = 0; tries < 20 && !(await readOwner(userId)); tries += 1) {
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
  // Also if the owner was known: the worker may have learnt it from the document after other components checked.
  dispatchEvent(new Event(CAN_CACHE));
}

/**
 * Preloaded data is never fetched, so the worker has not seen it: it is written to the cache of the worker. Only if
 * the worker knows this user.
 */
export async function cacheDocumentAnswers(userId: string): Promise<void> {
  if (!(await readOwner(userId))) return;
  await orElse(async () => {
    const cache = await caches.open(readCache(userId));
    for (const { queryKey, state } of queryClient.getQueryCache().getAll()) {
      if (state.status !== 'success') continue;
      const known = addressesOf(queryKey);
      const reads = known ? [{ address: known, body: state.data }] : lawReads(queryKey, state.data);
      for (const { address, body, next } of reads as Read[]) {
        const headers = new Headers({ 'content-type': 'application/json' });
        if (next) headers.set('link', `<${next}>; rel="next"`);
        await cache.put(address, new Response(JSON.stringify(body), { headers }));
      }
    }
  }, undefined);
}
