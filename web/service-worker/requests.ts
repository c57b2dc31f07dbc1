import { isMediaPath } from '#web/lib/saved-media.ts';

type Asked = Pick<Request, 'method' | 'url' | 'mode' | 'headers'>;

/** How the worker treats a request; null: the browser handles it as without a worker. */
export type RequestKind = 'file' | 'document' | 'fresh-document' | 'answer' | 'download' | 'media' | null;

/**
 * Screens of a student whose document is cached: none that shows an answer key, an attempt, money or data of the
 * office.
 */
const cacheableDocument = /^\/(?:|study|articles\/\d+|courses(?:\/\d+)?|annotations|practice|review|quizzes)$/;

/** Calls of these screens, and the pictures of their texts. No data of an attempt, and no answer key. */
const cacheableAnswer = new RegExp(
  `^/api/(?:${[
    'auth/user',
    'preferences',
    'dashboard/student',
    'first-day',
    'study-plan',
    'study-time',
    'exams',
    'next-step',
    'expected-score',
    'my-access',
    'my-enrollments',
    'subjects',
    'articles(?:/\\d+(?:/attachments)?)?',
    'lesson-progress',
    'annotations',
    'courses(?:/counts|/\\d+(?:/attachments)?)?',
    'finished-courses',
    'review/today',
    'essay-themes(?:/\\d+)?',
    'laws(?:/\\d+(?:/(?:articles(?:/[\\w-]+)?|text|read-articles))?)?',
    'media/[\\w.-]+',
  ].join('|')})$`,
);

/** What is stored only with a downloaded course: its recordings, their captions, its attachments. */
const downloadable = /^\/api\/(?:articles\/\d+\/recordings|recordings\/\d+\/captions|attachments\/\d+)$/;

/** Paths that are no page of the app, although a browser can navigate to them. */
const noDocument = /^\/(?:api|assets|admin|embed)(?:\/|$)|\.\w+$/;

export const isCacheableDocument = (path: string): boolean => cacheableDocument.test(path);

/**
 * Only plain reads of this origin: writes, uploads, range requests to the server and other origins bypass the worker.
 */
export function kindOf({ method, url, mode, headers }: Asked, origin: string): RequestKind {
  const { origin: asked, pathname } = new URL(url);
  // The player asks for ranges. Only this worker knows these paths.
  if (method === 'GET' && asked === origin && isMediaPath(pathname)) return 'media';
  if (method !== 'GET' || asked !== origin || headers.has('range')) return null;
  if (pathname.startsWith('/assets/')) return 'file';
  if (downloadable.test(pathname)) return 'download';
  if (mode === 'navigate') return noDocument.test(pathname) ? null : 'document';
  if (headers.get('accept') === 'text/html' && isCacheableDocument(pathname)) return 'fresh-document';
  return cacheableAnswer.test(pathname) ? 'answer' : null;
}
