import * as annotations from './content/annotations.ts';
import * as attachments from './content/attachments.ts';
import * as captions from './content/captions.ts';
import * as certificates from './content/certificates.ts';
import * as exams from './content/contests.ts';
import * as courseList from './content/course-list.ts';
import * as courseWithContent from './content/course-with-content.ts';
import * as courses from './content/courses.ts';
import * as lawAnnotations from './content/law-annotations.ts';
import * as lawCitations from './content/law-citations.ts';
import * as laws from './content/laws.ts';
import * as lessonDrafts from './content/lesson-drafts.ts';
import * as lessonImport from './content/lesson-import.ts';
import * as lessonQuestions from './content/lesson-questions.ts';
import * as lessons from './content/lessons.ts';
import * as reading from './content/reading.ts';
import * as recordings from './content/recordings.ts';
import * as studyTime from './content/study-time.ts';
import * as subjects from './content/subjects.ts';
import * as syllabus from './content/syllabus.ts';
import * as topics from './content/topics.ts';
import type { EndpointSpec } from './endpoint.ts';
import * as annulment from './exams/annulment.ts';
import * as essayGrading from './exams/essay-grading.ts';
import * as essayPhotos from './exams/essay-photos.ts';
import * as essayRegrading from './exams/essay-regrading.ts';
import * as essayReviews from './exams/essay-reviews.ts';
import * as essayThemes from './exams/essay-themes.ts';
import * as essays from './exams/essays.ts';
import * as examRules from './exams/exam-rules.ts';
import * as examTime from './exams/exam-time.ts';
import * as quizzes from './exams/mock-exams.ts';
import * as quizAttempts from './exams/quiz-attempts.ts';
import * as quizAuthoring from './exams/quiz-authoring.ts';
import * as quizComposition from './exams/quiz-composition.ts';
import * as quizOverview from './exams/quiz-overview.ts';
import * as quizPaper from './exams/quiz-paper.ts';
import * as quizRanking from './exams/quiz-ranking.ts';
import * as quizResults from './exams/quiz-results.ts';
import * as quizStatistics from './exams/quiz-statistics.ts';
import * as quizWindows from './exams/quiz-windows.ts';
import * as mails from './mails.ts';
import * as access from './money/access.ts';
import * as charges from './money/charges.ts';
import * as corrections from './money/corrections.ts';
import * as coupons from './money/coupons.ts';
import * as money from './money/money.ts';
import * as offers from './money/offers.ts';
import * as orders from './money/orders.ts';
import * as payments from './money/payments.ts';
import * as paymentsOffice from './money/payments-office.ts';
import * as reminders from './money/reminders.ts';
import * as statements from './money/statements.ts';
import * as accounts from './people/accounts.ts';
import * as documents from './people/documents.ts';
import * as exampleLogins from './people/example-logins.ts';
import * as google from './people/google.ts';
import * as invitations from './people/invitations.ts';
import * as passkeys from './people/passkeys.ts';
import * as people from './people/people.ts';
import * as peopleImports from './people/people-imports.ts';
import * as privacy from './people/privacy.ts';
import * as profile from './people/profile.ts';
import * as recovery from './people/recovery.ts';
import * as registration from './people/registration.ts';
import * as secondFactor from './people/second-factor.ts';
import * as adminSystem from './platform/admin-system.ts';
import * as audit from './platform/audit.ts';
import * as browserFaults from './platform/browser-faults.ts';
import * as media from './platform/media.ts';
import * as mediaLibrary from './platform/media-library.ts';
import * as notifications from './platform/notifications.ts';
import * as push from './platform/push.ts';
import * as search from './platform/search.ts';
import * as settings from './platform/settings.ts';
import * as system from './platform/system.ts';
import * as visitFigures from './platform/visit-figures.ts';
import * as preferences from './preferences.ts';
import * as baseTexts from './questions/base-texts.ts';
import * as importReview from './questions/import-review.ts';
import * as questionBank from './questions/question-bank.ts';
import * as questionChanges from './questions/question-changes.ts';
import * as questionFilters from './questions/question-filters.ts';
import * as quizImport from './questions/question-import.ts';
import * as questionLaws from './questions/question-laws.ts';
import * as questionPairs from './questions/question-pairs.ts';
import * as adminHome from './school/admin-home.ts';
import * as announcements from './school/announcements.ts';
import * as claims from './school/claims.ts';
import * as firstSteps from './school/first-steps.ts';
import * as lawChanges from './school/law-changes.ts';
import * as news from './school/news.ts';
import * as promises from './school/promises.ts';
import * as schoolExports from './school/school-exports.ts';
import * as sitePages from './school/site-pages.ts';
import * as trial from './school/trial.ts';
import * as waitingCounts from './school/waiting-counts.ts';
import * as anki from './study/anki.ts';
import * as cardSets from './study/card-sets.ts';
import * as cards from './study/cards.ts';
import * as classMap from './study/class-map.ts';
import * as dashboards from './study/dashboards.ts';
import * as doubts from './study/doubts.ts';
import * as examMap from './study/exam-map.ts';
import * as firstDay from './study/first-day.ts';
import * as lawStudy from './study/law-study.ts';
import * as offline from './study/offline.ts';
import * as practice from './study/practice.ts';
import * as questionComments from './study/question-comments.ts';
import * as questionLists from './study/question-lists.ts';
import * as questionReports from './study/question-reports.ts';
import * as reports from './study/reports.ts';
import * as review from './study/review.ts';
import * as reviewCards from './study/review-cards.ts';
import * as sharedQuestionLists from './study/shared-question-lists.ts';
import * as studyPlan from './study/study-plan.ts';
import * as timedPractice from './study/timed-practice.ts';

const isEndpoint = (value: unknown): value is EndpointSpec =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'access' in value;

/** Every call of the product: the access test, the API page and the router check read it. */
export const endpoints: Readonly<Record<string, EndpointSpec>> = Object.fromEntries(
  [
    system,
    adminHome,
    waitingCounts,
    firstSteps,
    audit,
    adminSystem,
    settings,
    mails,
    claims,
    promises,
    sitePages,
    browserFaults,
    visitFigures,
    accounts,
    people,
    documents,
    registration,
    invitations,
    peopleImports,
    recovery,
    secondFactor,
    profile,
    passkeys,
    exampleLogins,
    google,
    preferences,
    privacy,
    offers,
    offline,
    corrections,
    coupons,
    payments,
    paymentsOffice,
    orders,
    statements,
    charges,
    reminders,
    money,
    access,
    notifications,
    push,
    announcements,
    lawChanges,
    news,
    schoolExports,
    subjects,
    topics,
    syllabus,
    laws,
    lawAnnotations,
    lawCitations,
    lessonImport,
    lessonDrafts,
    attachments,
    recordings,
    captions,
    classMap,
    examMap,
    firstDay,
    lessons,
    reading,
    annotations,
    lessonQuestions,
    media,
    search,
    quizzes,
    quizAttempts,
    quizAuthoring,
    courseList,
    courses,
    courseWithContent,
    cards,
    cardSets,
    anki,
    dashboards,
    studyTime,
    baseTexts,
    questionBank,
    questionChanges,
    questionFilters,
    questionLaws,
    questionPairs,
    questionComments,
    questionLists,
    lawStudy,
    sharedQuestionLists,
    questionReports,
    doubts,
    review,
    reviewCards,
    quizImport,
    importReview,
    quizComposition,
    examRules,
    examTime,
    quizOverview,
    quizRanking,
    quizPaper,
    quizResults,
    quizWindows,
    annulment,
    essayThemes,
    essays,
    essayPhotos,
    essayGrading,
    essayReviews,
    essayRegrading,
    exams,
    certificates,
    reports,
    mediaLibrary,
    studyPlan,
    quizStatistics,
    practice,
    timedPractice,
    trial,
  ].flatMap((area) => Object.entries(area).filter((entry): entry is [string, EndpointSpec] => isEndpoint(entry[1]))),
);
