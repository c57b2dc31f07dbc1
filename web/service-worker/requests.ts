type Asked = Pick<Request, 'method' | 'url' | 'mode' | 'headers'>;

/** What a request is to the worker; null is left to the browser as if there were no worker. */
export type RequestKind = 'file' | 'document' | 'fresh-document' | 'answer' | null;

/** Screens of a student whose document is kept: none that shows a key, an attempt, money or what the office sees. */
const cacheableDocument = /^\/(?:|study|articles\/\d+|courses(?:\/\d+)?|annotations|practice|review|quizzes)$/;

/** What screens like these ask for, with what lies in their texts. Nothing of an attempt, and no key. */
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
    'media/[\\w.-]+',
  ].join('|')})$`,
);

/** What is no page of the app, though it is navigated to. */
const noDocument = /^\/(?:api|assets|admin|embed)(?:\/|$)|\.\w+$/;

export const isCacheableDocument = (path: string): boolean => cacheableDocument.test(path);

/** Nothing but plain reading of our own: writes, uploads, stretches of recordings and other houses pass by. */
export function kindOf({ method, url, mode, headers }: Asked, origin: string): RequestKind {
  const { origin: asked, pathname } = new URL(url);
  if (method !== 'GET' || asked !== origin || headers.has('range')) return null;
  if (pathname.startsWith('/assets/')) return 'file';
  if (mode === 'navigate') return noDocument.test(pathname) ? null : 'document';
  if (headers.get('accept') === 'text/html' && isCacheableDocument(pathname)) return 'fresh-document';
  return cacheableAnswer.test(pathname) ? 'answer' : null;
}
