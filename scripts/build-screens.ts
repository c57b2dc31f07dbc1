/** A screen that most people open most: the parts that the document names at once (server/http/documents.ts). */
type OftenOpened = {
  name: string;
  /** Each its own file for what no other screen needs. */
  parts: readonly RegExp[];
  /** Of script, compressed, of all that a first visit loads. */
  mostKb: number;
};

/** Around every screen of whoever is logged in, and what comes behind it. */
export const frame = [
  /\/web\/shell\/user-app\.tsx$/,
  /\/web\/(features\/notifications\/bell\.tsx|ui\/offline\/net-bar\.tsx|shell\/behind-screen\.ts)$/,
];

const attachments = /\/web\/ui\/attachments\/attachments-list\.tsx$/;

export const oftenOpened: readonly OftenOpened[] = [
  {
    name: 'home',
    parts: [
      /\/web\/(home-screen|features\/(dashboards\/(student-screen|week-hours|home-rest|install-invite|subject-chart)|exams\/upcoming-exams|study-plan\/todays-plan))\.tsx$/,
      // Once an exam is chosen.
      /\/web\/features\/(dashboards\/home-window|exam-map\/(map-step|exam-outlook)|study-plan\/(end-of-day|next-days))\.tsx$/,
    ],
    mostKb: 120,
  },
  {
    name: 'lesson',
    parts: [/\/web\/features\/lessons\/(lesson-screen|reader\/(reader-tools|lesson-questions))\.tsx$/, attachments],
    mostKb: 130,
  },
  { name: 'study hub', parts: [/\/web\/features\/lessons\/study-screen\.tsx$/], mostKb: 130 },
  {
    name: 'course',
    parts: [/\/web\/(features\/courses\/course-screen|ui\/offline\/course-download)\.tsx$/, attachments],
    mostKb: 130,
  },
  { name: 'simulado', parts: [/\/web\/features\/quizzes\/taking\/quiz-screen\.tsx$/], mostKb: 130 },
  { name: 'review', parts: [/\/web\/features\/practice\/review\/daily-review-screen\.tsx$/], mostKb: 130 },
].map((screen) => ({ ...screen, parts: [...frame, ...screen.parts] }));

export const login: OftenOpened = {
  name: 'login',
  parts: [/\/web\/features\/accounts\/login-screen\.tsx$/],
  mostKb: 90,
};

/** What a press on one of these screens opens, on top of it. */
export const openedNext: readonly (readonly RegExp[])[] = [
  [/\/web\/features\/quizzes\/taking\/quiz-screen\.tsx$/, /\/web\/features\/quizzes\/taking\/attempt-dialog\.tsx$/],
  [/\/web\/features\/courses\/course-screen\.tsx$/, /\/web\/features\/courses\/leave-dialog\.tsx$/],
  [/\/web\/features\/notifications\/notification-panel\.tsx$/],
  [/\/web\/shell\/palette\.tsx$/],
  [/\/web\/shell\/user-menu\.tsx$/],
  [/\/web\/shell\/mobile-menu\.tsx$/],
  [/\/web\/shell\/me-sheet\.tsx$/],
];
