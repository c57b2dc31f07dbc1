import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { courseChoices } from '#contract/content/course-list.ts';
import type { EndpointSpec } from '#contract/endpoint.ts';
import { quizFilters } from '#contract/exams/quiz-overview.ts';
import { endpoints } from '#contract/index.ts';
import { createBankQuestion } from '#server/testing/bank.ts';
import { addressOf, requiredQuery } from '#server/testing/endpoints.ts';
import { essayClient } from '#server/testing/essays.ts';
import { createPerson, type Person } from '#server/testing/factories.ts';
import { createTestLaw } from '#server/testing/laws.ts';
import { plansOf } from '#server/testing/queries.ts';
import { createTestQuiz } from '#server/testing/quizzes.ts';
import { createCourse, createLesson } from '#server/testing/study.ts';
import { useTestApp } from '#server/testing/test-app.ts';

/**
 * The index that serves each list of the contract: it finds the rows, in the list's order where it has one. The test
 * explains the statement that the store sends, not a copy; a dropped or changed index fails by its name.
 */
const servedBy: Record<string, string> = {
  listAnnotations: 'annotations_of_user',
  listAnnouncements: 'announcements_pkey',
  listAttempts: 'attempts_of_student',
  listAuditEvents: 'audit_events_pkey',
  listAuthoredQuizzes: 'quizzes_by_age',
  listAuthoredThemes: 'essay_themes_pkey',
  listBankQuestions: 'questions_in_bank',
  listBaseTexts: 'base_texts_pkey',
  listAnkiImports: 'card_imports_newest',
  listAuthoredCardSets: 'card_sets_of_course',
  listCardSets: 'card_sets_of_course',
  listCards: 'cards_newest',
  listCertificates: 'certificates_of_user',
  listChargeCases: 'charge_cases_open',
  listCoupons: 'coupons_pkey',
  listCourseAttachments: 'attachments_of_course',
  listCourseReports: 'courses_newest',
  listCourseStudents: 'enrollments_of_course',
  listCourses: 'courses_newest',
  listDeletedLessons: 'lessons_deleted',
  listDoubts: 'doubts_waiting',
  listEssayComments: 'essay_comments_by_use',
  listEssays: 'essays_waiting',
  listExams: 'exams_by_date',
  listExamsForAdmin: 'exams_by_date',
  listFinishedCourses: 'course_completions_pkey',
  listImages: 'media_newest',
  listImportEntries: 'question_import_entries_pkey',
  listInstructors: 'users_by_status',
  getLawText: 'law_devices_in_order',
  listArticleAnnotations: 'annotations_of_user',
  listReadArticles: 'law_article_reads_pkey',
  listLawArticles: 'law_devices_outline',
  listLawChangeItems: 'law_change_items_in_order',
  listLawCitations: 'law_citations_pkey',
  listLaws: 'laws_by_name',
  listLawsForAuthors: 'laws_by_name',
  listLessonAttachments: 'attachments_of_lesson',
  listLessonDrafts: 'lesson_drafts_newest',
  listLessonProgress: 'lesson_progress_pkey',
  listLessonDoubts: 'doubts_of_lesson',
  listLessons: 'lessons_by_subject',
  listLessonVersions: 'lesson_versions_of_lesson',
  listRecordingUploads: 'recording_uploads_of_person',
  listMyEnrollments: 'enrollments_of_user',
  listMyOrders: 'payments_of_student',
  listNotificationChoices: 'notification_choices_pkey',
  listNotifications: 'notifications_of_user',
  listOpenPayments: 'payments_queue',
  listPaymentDecisions: 'payment_decisions_by_time',
  listPractices: 'practices_of_student',
  listQuestionChanges: 'question_changes_of_author',
  listQuestionDoubts: 'doubts_of_question',
  listQuestionFilters: 'question_filters_of_owner',
  listQuestionLists: 'question_lists_of_user',
  listQuestionListTopics: 'question_list_items_in_order',
  listOfferedQuestionLists: 'question_list_offers_of_course',
  listQuestionPairs: 'question_pairs_open',
  listQuestionVersions: 'question_versions_question_id_number_key',
  listQuizReports: 'quizzes_published',
  listQuizVersions: 'quiz_versions_quiz_id_number_key',
  listQuizzes: 'quizzes_published',
  listRefunds: 'refunds_due',
  listReportedComments: 'question_comment_queue_by_age',
  listReportedStudents: 'enrollments_stays',
  listReportedQuestions: 'question_reports_open',
  listReturnedEssays: 'essays_student_id_theme_id_number_key',
  listSessions: 'sessions_by_user',
  listSettingChanges: 'audit_events_by_subject',
  listSiteVersions: 'page_versions_pkey',
  listStatementEntries: 'statement_lines_pkey',
  listStatements: 'statements_current',
  listUnpaidOrders: 'payments_pending',
  listUnreceived: 'payments_proven',
  listSyllabi: 'exams_by_date',
  listThemes: 'essay_themes_pkey',
  listThemeVersions: 'essay_theme_versions_theme_id_number_key',
  listTopics: 'topics_by_name',
  listUsers: 'users_by_age',
  listVisitFigures: 'visit_figures_pkey',
};
/** Always read in full: these tables have few rows. */
const wholeTables: Record<string, string> = {
  listOffers: 'offers',
  listOffersForAdmin: 'offers',
  listSubjects: 'subjects',
};
/**
 * Lists without an index here: the search and the similar questions (composing.api.test.ts) have their own tests;
 * suggested articles read every text of the laws; failed mails are in the job queue's tables; promises are settings; examples of mails are code.
 */
const elsewhere = [
  'listFailedMails',
  'listLawSuggestions',
  'listMailExamples',
  'listPromises',
  'listSimilarQuestions',
  'search',
];

const test = useTestApp({ RATE_LIMIT: 'off' });
let admin: Person;
const addresses: Record<string, string> = {};

/** With a few rows every index of a table costs the same: here one course has to be found among others. */
async function fillCourses(courseId: number): Promise<void> {
  const { db } = test.deps;
  const courses = [courseId];
  for (let i = 0; i < 20; i += 1) courses.push(await createCourse(db));
  for (let i = 0; i < 20; i += 1) {
    const { id } = await createPerson(db, { now: test.clock.now() });
    const rows = courses.map((course_id) => ({ user_id: id, course_id, enrolled_at: test.clock.now() }));
    await db.insertInto('enrollments').values(rows).execute();
  }
  await sql`ANALYZE enrollments`.execute(db);
}

/** The same for the versions of a page: they are read in the order of their numbers, without a sort. */
async function fillVersions(): Promise<void> {
  const { db } = test.deps;
  await sql`INSERT INTO page_versions (page, number, content, label, published_at)
            SELECT page, n, '{}', CASE WHEN page <> 'landing' THEN 'v' || n END, ${test.clock.now()}
            FROM generate_series(1, 300) n, unnest(ARRAY['landing', 'terms', 'privacy', 'refund']) page`.execute(db);
  await sql`ANALYZE page_versions`.execute(db);
}

beforeAll(async () => {
  const { db } = test.deps;
  const now = test.clock.now();
  admin = await createPerson(db, { role: 'admin', now });
  const { id: quizId } = await createTestQuiz(db);
  const lessonId = await createLesson(db, 'Aula');
  const answered = await createBankQuestion(test, admin);
  // A doubt needs an answered question.
  await db
    .insertInto('answer_log')
    .values({
      user_id: admin.id,
      question_id: answered.id,
      source: 'practice',
      source_key: '1',
      option_id: answered.right,
      is_right: true,
      study_day: '2026-11-15',
      answered_at: now,
    })
    .execute();
  const courseId = await createCourse(db);
  await fillCourses(courseId);
  await fillVersions();
  const { id: importId } = await db
    .insertInto('question_imports')
    .values({
      owner_id: admin.id,
      file_name: 'questoes.csv',
      file_kind: 'csv',
      sha256: Buffer.alloc(32),
      state: 'preview',
      remarks: [],
      total: 1,
      problem_count: 0,
      duplicate_count: 0,
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { id: statementId } = await db
    .insertInto('statements')
    .values({
      sha256: Buffer.alloc(32),
      file_name: 'extrato.ofx',
      format: 'ofx',
      entry_count: 0,
      first_day: '2026-11-15',
      last_day: '2026-11-15',
      uploaded_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const lawId = await createTestLaw(test, admin);
  const themeId = await essayClient(test).publishTheme(admin);
  const { id: questionListId } = await db
    .insertInto('question_lists')
    .values({ user_id: admin.id, name: 'Caderno', created_at: now, used_at: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { id: lawChangeId } = await db
    .insertInto('law_changes')
    .values({ law_id: lawId, amending: 'Lei', starts_on: '2026-11-15', created_at: now, creation_key: randomUUID() })
    .returning('id')
    .executeTakeFirstOrThrow();
  const ids: [RegExp, number][] = [
    [/law-changes/, lawChangeId],
    [/question-lists/, questionListId],
    [/essay-themes/, themeId],
    [/import/, importId],
    [/course/, courseId],
    [/statement/, statementId],
    [/questions/, answered.id],
    [/laws/, lawId],
    [/articles|lesson-drafts/, lessonId],
  ];
  const idOf = (path: string) => String(ids.find(([pattern]) => pattern.test(path))?.[1] ?? quizId);
  for (const [name, endpoint] of Object.entries(endpoints) as [string, EndpointSpec][]) {
    const isList = (endpoint.response as { _zod?: { def?: { type?: string } } })?._zod?.def?.type === 'array';
    if (endpoint.method !== 'GET' || !isList) continue;
    const id = idOf(endpoint.path);
    addresses[name] =
      `${addressOf(endpoint, { id, quizId: id, page: 'landing', article: 'art5' })}${requiredQuery(endpoint)}`;
  }
  // Loads the caller's session into the cache, so that no plan below is about it.
  await test.request({ method: 'GET', url: '/api/auth/user', as: admin });
});

it('every list of the contract names the index that serves it', () => {
  const named = [...Object.keys(servedBy), ...Object.keys(wholeTables), ...elsewhere];
  expect(Object.keys(addresses).sort()).toEqual(named.sort());
});

const planOf = async (name: string, filter = '') => {
  let status = 0;
  const plan = await plansOf(test.deps.db, async () => {
    status = (await test.request({ method: 'GET', url: `${addresses[name] ?? ''}${filter}`, as: admin })).statusCode;
  });
  expect(status).toBe(200);
  return plan;
};
const readWhole = (plan: string) => [...plan.matchAll(/Seq Scan on (\w+)/g)].map(([, table]) => table);

it.each(Object.entries(servedBy))('%s is served by %s', async (name, index) => {
  const plan = await planOf(name);
  const used = [...plan.matchAll(/(?:using|Bitmap Index Scan on) (\w+)/g)].map(([, found]) => found);
  expect(used).toContain(index);
  expect(readWhole(plan)).toEqual([]);
});

it.each(quizFilters)('listQuizzes narrowed to %s has the same index', async (filter) => {
  const plan = await planOf('listQuizzes', `?filter=${filter}`);
  expect(plan).toContain('quizzes_published');
  expect(readWhole(plan)).toEqual([]);
});

it.each(courseChoices)('listCourses narrowed to %s has the same index', async (choice) => {
  const plan = await planOf('listCourses', `?show=${choice}`);
  expect(plan).toContain('courses_newest');
  expect(readWhole(plan)).toEqual([]);
});

it.each(Object.entries(wholeTables))('%s reads all of %s and of nothing else', async (name, table) => {
  expect(readWhole(await planOf(name))).toEqual([table]);
});
