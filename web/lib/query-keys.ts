import { entryKeys, type Key, makeKey as key } from './entry-keys.ts';

/**
 * Every key of the query cache. Invalidating a key also invalidates the keys that begin with it: `keys.dashboard.all`
 * covers both dashboards and the plan. Only this module, `entry-keys.ts` and `school-keys.ts` create keys: a list
 * written elsewhere is a type error, and two features cannot use the same key for different data.
 */
declare module '@tanstack/react-query' {
  interface Register {
    queryKey: Key;
    mutationKey: Key;
  }
}

/** The keys of a feature whose answers are forgotten together. */
const keysOf = (name: string) => ({ all: key(name), of: (...what: unknown[]) => key(name, ...what) });

export const keys = {
  ...entryKeys,
  cardPicture: key('card-picture'),
  preferences: key('preferences'),
  sessions: key('sessions'),
  secondFactor: key('second-factor'),
  passkeys: key('passkeys'),
  notificationChoices: key('notification-choices'),
  push: key('push'),
  reviewReminder: key('review-reminder'),
  privacy: key('privacy'),
  corrections: (personId: string) => key('corrections', personId),
  examTime: (...of: unknown[]) => key('exam-time', ...of),

  subjects: key('subjects'),
  topics: { all: key('topics'), of: (subjectId: number) => key('topics', subjectId) },
  lessons: {
    all: key('lessons'),
    whole: key('lessons', 'whole'),
    pages: (...filter: unknown[]) => key('lessons', 'pages', ...filter),
    deleted: key('lessons', 'deleted'),
    one: (id: number) => key('lessons', 'one', id),
    progress: key('lessons', 'progress'),
    questions: (id: number) => key('lessons', 'questions', id),
    drafts: key('lessons', 'drafts'),
    /** The draft of one lesson, its versions, who has it open. */
    draft: (...of: unknown[]) => key('lesson-draft', ...of),
  },

  /** The laws of the school, their articles and texts, and the links of a lesson. */
  laws: (...of: unknown[]) => key('laws', ...of),

  attachments: (...of: unknown[]) => key('attachments', ...of),
  /** The videos of a lesson, and what is on its way into it. */
  recordings: (...of: unknown[]) => key('recordings', ...of),

  annotations: {
    all: key('annotations'),
    lists: key('annotations', 'pages'),
    pages: (search: string) => key('annotations', 'pages', search),
    /** The id of a lesson, or an article of a law. */
    of: (text: number | string) => key('annotations', 'of', text),
  },

  courses: {
    all: key('courses'),
    list: (filter: object) => key('courses', 'list', filter),
    counts: key('courses', 'counts'),
    one: (id: number) => key('courses', 'one', id),
    offline: (id: number) => key('courses', 'offline', id),
    stats: (id: number) => key('courses', 'stats', id),
    students: (id: number) => key('courses', 'students', id),
    finished: (kind: string, id: number) => key('courses', 'finished', kind, id),
    lessonChoices: key('courses', 'choices', 'lessons'),
    quizChoices: key('courses', 'choices', 'quizzes'),
  },
  instructors: key('instructors'),
  certificates: { mine: key('certificates', 'mine'), one: (code: string) => key('certificates', 'one', code) },

  dashboard: {
    all: key('dashboard'),
    student: key('dashboard', 'student'),
    firstDay: key('dashboard', 'first-day'),
    teacher: key('dashboard', 'teacher'),
    admin: key('dashboard', 'admin'),
    firstSteps: key('dashboard', 'first-steps'),
    endingAccess: key('dashboard', 'ending-access'),
    // A change of the dashboard also changes the plan.
    studyPlan: key('dashboard', 'study-plan'),
  },
  studyPlanFeed: key('study-plan-feed'),
  examMap: {
    all: key('exam-map'),
    one: (examId: number) => key('exam-map', 'one', examId),
    topic: (examId: number, topicId: number) => key('exam-map', 'one', examId, topicId),
    fading: (courseId: number) => key('exam-map', 'fading', courseId),
    ofClass: (courseId: number, examId: number | undefined) => key('exam-map', 'class', courseId, examId),
    score: key('exam-map', 'score'),
    next: (skip: number) => key('exam-map', 'next', skip),
  },
  syllabi: {
    all: key('syllabi'),
    list: key('syllabi', 'list'),
    withPast: key('syllabi', 'with-past'),
    one: (examId: number) => key('syllabi', 'one', examId),
  },
  exams: { all: key('exams'), upcoming: key('exams', 'upcoming'), admin: key('exams', 'admin') },

  quizzes: {
    all: key('quizzes'),
    list: (filter: string) => key('quizzes', 'list', filter),
    counts: key('quizzes', 'counts'),
    windows: key('quizzes', 'windows'),
    overview: (id: number) => key('quizzes', 'overview', id),
    attempts: (id: number) => key('quizzes', 'attempts', id),
    review: (attemptId: number) => key('quizzes', 'review', attemptId),
    result: (attemptId: number) => key('quizzes', 'result', attemptId),
    practice: (id: number) => key('quizzes', 'practice', id),
    ranking: (id: number, subjectId: number | undefined) => key('quizzes', 'ranking', id, subjectId),
  },
  practices: {
    all: key('practices'),
    list: key('practices', 'list'),
    timed: key('practices', 'timed'),
    choices: (choice: object) => key('practices', 'choices', choice),
    ofLesson: (lessonId: number) => key('practices', 'lesson', lessonId),
    one: (id: number) => key('practices', 'one', id),
    answered: (questionId: number) => key('practices', 'answered', questionId),
  },
  questionComments: keysOf('question-comments'),
  questionLists: keysOf('question-lists'),
  doubts: keysOf('doubts'),
  cards: (...of: unknown[]) => key('cards', ...of),
  mistakeKey: (questionId: number) => key('mistake-key', questionId),
  review: {
    all: key('review'),
    today: (of: object) => key('review', 'today', of),
    mistakes: (filter: object) => key('review', 'mistakes', filter),
    forecast: key('review', 'forecast'),
  },

  essays: { all: key('essays'), of: (...what: unknown[]) => key('essays', ...what) },

  trial: key('trial'),
  media: { all: key('media'), list: (search: string, unused: boolean) => key('media', search, unused) },

  payment: {
    all: key('payment'),
    one: (code: string) => key('payment', 'one', code),
    current: (code: string | null) => key('payment', 'current', code),
    deadline: (code: string, since: string) => key('payment', 'deadline', code, since),
    reservation: (code: string, amount: number) => key('payment', 'reservation', code, amount),
  },
  charge: {
    opened: (code: string, amount: number) => key('charge', 'opened', code, amount),
    watched: (code: string) => key('charge', 'watched', code),
    cases: key('charge', 'cases'),
    comparison: key('charge', 'comparison'),
    bank: (code: string) => key('charge', 'bank', code),
  },
  coupon: (code: string) => key('coupon', code),
  offers: {
    all: key('offers'),
    admin: key('offers', 'admin'),
    courses: key('offers', 'courses'),
    exams: key('offers', 'exams'),
  },
  /** What a student has bought, and until when it is valid. */
  purchase: {
    all: key('purchase'),
    access: key('purchase', 'access'),
    orders: key('purchase', 'orders'),
    offers: key('purchase', 'offers'),
  },

  notifications: {
    all: key('notifications'),
    unread: key('notifications', 'unread'),
    list: key('notifications', 'list'),
  },
  search: { all: key('search'), words: (words: string) => key('search', words) },
};
