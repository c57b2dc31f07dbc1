/** A module of the browser part by its path: each is named by itself, so that the build can tell which is gone. */
type Path = `web/${string}`;

/** A screen that most people open most: the parts that the document names at once (server/http/documents.ts). */
type OftenOpened = {
  name: string;
  /** Each its own file for what no other screen needs. */
  parts: readonly Path[];
  /** Compressed bytes of all scripts that a first visit loads. */
  mostKb: number;
};

/** The frame around every screen of a logged-in user, and what loads after it. */
export const frame: readonly Path[] = [
  'web/shell/user-app.tsx',
  'web/features/platform/notifications/bell.tsx',
  'web/features/platform/offline/net-bar.tsx',
  'web/shell/behind-screen.ts',
];

const attachments = 'web/features/content/attachments/attachments-list.tsx';

const screens: readonly OftenOpened[] = [
  {
    name: 'home',
    parts: [
      'web/home-screen.tsx',
      'web/features/study/dashboards/student-screen.tsx',
      'web/features/study/dashboards/home-sections.tsx',
      'web/features/study/dashboards/install-invite.tsx',
      // The folds, which are open on wide screens.
      'web/features/study/dashboards/home-folds.tsx',
      'web/features/study/dashboards/courses-in-progress.tsx',
      'web/features/study/dashboards/recent-attempts.tsx',
      'web/features/content/contests/upcoming-exams.tsx',
      'web/features/study/study-plan/todays-plan.tsx',
      // Once an exam is chosen.
      'web/features/study/dashboards/home-window.tsx',
      'web/features/study/exam-map/exam-outlook.tsx',
      'web/features/study/study-plan/end-of-day.tsx',
      'web/features/study/study-plan/next-days.tsx',
    ],
    mostKb: 120,
  },
  {
    name: 'lesson',
    parts: [
      'web/features/content/lessons/lesson-screen.tsx',
      'web/features/content/lessons/reader/reader-tools.tsx',
      'web/features/study/practice/lesson/lesson-questions.tsx',
      attachments,
    ],
    mostKb: 130,
  },
  { name: 'study hub', parts: ['web/features/content/lessons/study-screen.tsx'], mostKb: 130 },
  {
    name: 'course',
    parts: [
      'web/features/content/courses/course-screen.tsx',
      'web/features/platform/offline/course-download.tsx',
      attachments,
    ],
    mostKb: 130,
  },
  { name: 'simulado', parts: ['web/features/exams/mock-exams/taking/quiz-screen.tsx'], mostKb: 130 },
  { name: 'review', parts: ['web/features/study/practice/review/daily-review-screen.tsx'], mostKb: 130 },
];
export const oftenOpened: readonly OftenOpened[] = screens.map((screen) => ({
  ...screen,
  parts: [...frame, ...screen.parts],
}));

export const login: OftenOpened = {
  name: 'login',
  parts: ['web/features/people/accounts/login-screen.tsx'],
  mostKb: 90,
};

/**
 * Screens with limits that are opened less often: what they need has its own files, too, but never goes into the frame
 * on their account, because every first visit pays for the frame.
 */
export const alsoMeasured: readonly (OftenOpened & { mostFiles: number; file: string })[] = [
  {
    name: 'essay writing',
    file: 'essay',
    parts: [
      ...frame,
      'web/features/exams/essays/writing/essays-screen.tsx',
      'web/features/exams/essays/writing/write-page.tsx',
    ],
    mostKb: 130,
    mostFiles: 22,
  },
];

/** What a press on one of these screens opens, on top of it. */
export const openedNext: readonly (readonly Path[])[] = [
  ['web/features/exams/mock-exams/taking/quiz-screen.tsx', 'web/features/exams/mock-exams/taking/attempt-dialog.tsx'],
  ['web/features/content/courses/course-screen.tsx', 'web/features/content/courses/leave-dialog.tsx'],
  ['web/features/exams/essays/writing/essays-screen.tsx', 'web/features/exams/essays/writing/theme-pages.tsx'],
  ['web/features/platform/notifications/notification-panel.tsx'],
  ['web/shell/palette.tsx'],
  ['web/shell/user-menu.tsx'],
  ['web/shell/mobile-menu.tsx'],
  ['web/shell/me-screen.tsx'],
];

/** Whether a module is one of these. */
export const isOneOf =
  (paths: readonly Path[]) =>
  (id: string): boolean =>
    paths.some((path) => id.endsWith(`/${path}`));

/** What is named here and is no module of the build: a budget that counts without it holds nothing. */
export function namedForNothing(ids: readonly string[]): string[] {
  const named = new Set(
    [login, ...oftenOpened, ...alsoMeasured].flatMap(({ parts }) => parts).concat(openedNext.flat()),
  );
  return [...named].filter((path) => !ids.some(isOneOf([path])));
}
