import { entryKeys, type Key, makeKey as key } from './entry-keys.ts';

/**
 * Every key of the query cache. Invalidating a key also invalidates the keys that begin with it: `keys.dashboard.all`
 * covers both dashboards and the plan. Only this module and `entry-keys.ts` can create keys: a list written elsewhere
 * is a type error, and two features cannot use the same key for different data.
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
  preferences: key('preferences'),
  sessions: key('sessions'),
  secondFactor: key('second-factor'),
  passkeys: key('passkeys'),
  notificationChoices: key('notification-choices'),
  push: key('push'),
  reviewReminder: key('review-reminder'),
  privacy: key('privacy'),

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
    of: (lessonId: number) => key('annotations', 'of', lessonId),
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

  waitingCounts: key('waiting-counts'),
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
    choices: (choice: object) => key('practices', 'choices', choice),
    ofLesson: (lessonId: number) => key('practices', 'lesson', lessonId),
    one: (id: number) => key('practices', 'one', id),
    answered: (questionId: number) => key('practices', 'answered', questionId),
  },
  questionComments: keysOf('question-comments'),
  questionLists: keysOf('question-lists'),
  doubts: keysOf('doubts'),
  mistakeKey: (questionId: number) => key('mistake-key', questionId),
  review: {
    all: key('review'),
    today: (of: object) => key('review', 'today', of),
    mistakes: (filter: object) => key('review', 'mistakes', filter),
    forecast: key('review', 'forecast'),
  },

  authoredQuizzes: {
    all: key('authored-quizzes'),
    list: key('authored-quizzes', 'list'),
    one: (id: number) => key('authored-quizzes', 'one', id),
  },
  composition: {
    one: (id: number) => key('quiz-composition', id),
    versions: (id: number) => key('quiz-composition', id, 'versions'),
    preview: (id: number, wanted: string) => key('quiz-composition', id, 'preview', wanted),
  },
  essays: { all: key('essays'), of: (...what: unknown[]) => key('essays', ...what) },
  quizRules: (id: number) => key('quiz-rules', id),
  printedQuiz: (id: number) => key('printed-quiz', id),
  paper: {
    one: (code: string) => key('paper', code),
    student: (code: string, login: string) => key('paper', code, login),
  },
  quizWindow: (id: number) => key('quiz-window', id),
  quizStatistics: (...of: unknown[]) => key('quiz-statistics', ...of),
  bank: {
    all: key('question-bank'),
    lists: key('question-bank', 'list'),
    list: (choice: object) => key('question-bank', 'list', choice),
    labels: key('question-bank', 'labels'),
    changes: key('question-bank', 'changes'),
    filters: key('question-bank', 'filters'),
    pairs: key('question-bank', 'pairs'),
    reported: key('question-bank', 'reported'),
    answers: (id: number) => key('question-bank', 'answers', id),
    versions: (id: number) => key('question-bank', 'versions', id),
    texts: (search: string) => key('question-bank', 'texts', search),
    text: (id: number) => key('question-bank', 'text', id),
    one: (id: number) => key('question-bank', 'one', id),
    annulment: (id: number) => key('question-bank', 'annulment', id),
    regrading: (id: number) => key('question-bank', 'regrading', id),
    available: (...filter: unknown[]) => key('question-bank', 'available', ...filter),
  },
  imports: {
    one: (id: number) => key('question-imports', id),
    allEntries: (id: number) => key('question-imports', id, 'entries'),
    entries: (id: number, only: string) => key('question-imports', id, 'entries', only),
    page: (id: number, page: number) => key('question-imports', id, 'pages', page),
  },

  trial: key('trial'),
  media: { all: key('media'), list: (search: string, unused: boolean) => key('media', search, unused) },
  reports: {
    all: key('reports', 'all'),
    courses: key('reports', 'courses'),
    quizzes: key('reports', 'quizzes'),
    course: (id: number) => key('reports', 'course', id),
    students: (id: number, standing: string) => key('reports', 'students', id, standing),
  },

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
  coupons: { all: key('coupons') },
  promises: key('landing-promises'),
  /** What a student has bought, and until when it is valid. */
  purchase: {
    all: key('purchase'),
    access: key('purchase', 'access'),
    orders: key('purchase', 'orders'),
    offers: key('purchase', 'offers'),
  },
  payments: {
    all: key('payments'),
    open: key('payments', 'open'),
    openPage: (filters: object) => key('payments', 'open', filters),
    decisions: (decision: string, filters: object) => key('payments', 'decisions', decision, filters),
    refunds: (state: string, filters: object) => key('payments', 'refunds', state, filters),
    unpaid: key('payments', 'unpaid'),
    unpaidSummary: key('payments', 'unpaid', 'summary'),
    money: (range: object) => key('payments', 'money', range),
  },
  statements: {
    all: key('statements'),
    list: key('statements', 'list'),
    one: (id: number) => key('statements', 'one', id),
    entries: (id: number, show: string) => key('statements', 'entries', id, show),
    unreceived: (id: number) => key('statements', 'unreceived', id),
    orders: (search: string) => key('statements', 'orders', search),
  },
  users: {
    all: key('users'),
    students: (search: string) => key('users', 'students', search),
    list: (filters: object) => key('users', 'list', filters),
    one: (id: string) => key('users', 'one', id),
    courses: key('users', 'courses'),
    imported: (id: number) => key('users', 'imported', id),
  },
  audit: (filters: object) => key('audit', filters),
  settings: {
    now: key('settings', 'now'),
    changes: key('settings', 'changes'),
    mails: key('settings', 'mails'),
    mail: (kind: string, form: number) => key('settings', 'mails', kind, form),
  },
  announcements: {
    all: key('announcements'),
    list: key('announcements', 'list'),
    choices: (kind: string) => key('announcements', 'choices', kind),
  },
  sitePages: {
    one: (page: string) => key('site-pages', 'one', page),
    preview: (page: string, content: object) => key('site-pages', 'preview', page, content),
    versions: (page: string) => key('site-pages', 'versions', page),
    version: (page: string, number: number) => key('site-pages', 'version', page, number),
    claims: key('site-pages', 'claims'),
  },
  system: {
    all: key('system'),
    state: key('system', 'state'),
    failedMails: key('system', 'failed-mails'),
    sample: key('system', 'sample'),
  },

  notifications: {
    all: key('notifications'),
    unread: key('notifications', 'unread'),
    list: key('notifications', 'list'),
  },
  search: { all: key('search'), words: (words: string) => key('search', words) },
};
