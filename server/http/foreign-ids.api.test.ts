import { randomUUID } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import type { EndpointSpec } from '#contract/endpoint.ts';
import { endpoints } from '#contract/index.ts';
import { paramsOf } from '#contract/omitted-shapes.ts';
import { newPaymentCode } from '#server/features/money/payments/payment-code.ts';
import { notify } from '#server/features/platform/notifications/notifications.service.ts';
import { createBankQuestion } from '#server/testing/bank.ts';
import { makeTestCard, newCard } from '#server/testing/cards.ts';
import { addressOf, missingParams } from '#server/testing/endpoints.ts';
import { createEssayPage, essayClient } from '#server/testing/essays.ts';
import { createPerson, type Person } from '#server/testing/factories.ts';
import { proofClient } from '#server/testing/proofs.ts';
import { createTestComment } from '#server/testing/question-lists.ts';
import { createTestQuiz, type TestQuiz } from '#server/testing/quizzes.ts';
import { receiptPhoto } from '#server/testing/receipts.ts';
import { createCourse, createLesson } from '#server/testing/study.ts';
import { useTestApp } from '#server/testing/test-app.ts';

/** Items of one person: to others of the same role they are answered exactly like missing ones. */
const test = useTestApp({ RATE_LIMIT: 'off' });
const proofs = proofClient(test);
const essays = essayClient(test);

type Params = Record<string, string | number>;
type Owned = { role: 'student' | 'teacher'; make: (owner: Person) => Promise<Params>; body?: object };

let quiz: TestQuiz;
beforeAll(async () => {
  quiz = await createTestQuiz(test.deps.db, { questions: 2 });
});

const as = (person: Person, method: 'GET' | 'POST', url: string, payload?: object) =>
  test.request({ method, url, as: person, ...(payload ? { payload } : {}) });

const session = async (owner: Person) => {
  const sessions = (await as(owner, 'GET', '/api/sessions')).json();
  return { id: sessions[0].id };
};
const passkey = async (owner: Person) => {
  const id = randomUUID();
  const key = { credential_id: id, public_key: Buffer.from('key'), counter: 0, transports: [], host: 'localhost' };
  const row = { id, user_id: owner.id, name: 'x', created_at: test.clock.now(), ...key };
  await test.deps.db.insertInto('passkeys').values(row).execute();
  return { id };
};
const notification = async (owner: Person) => {
  const notice = {
    userId: owner.id,
    kind: 'payment_decided',
    title: 'x',
    text: 'x',
    path: '/',
    key: owner.id,
  } as const;
  await test.deps.db.transaction().execute((tx) => notify(test.deps, tx, notice));
  return { id: (await as(owner, 'GET', '/api/notifications')).json()[0].id };
};
const order = async (owner: Person) => {
  const now = test.clock.now();
  const row = {
    payment_code: newPaymentCode(),
    amount: 29_700,
    status: 'approved',
    decided_at: now,
    user_id: owner.id,
  };
  const values = { ...row, created_at: now, updated_at: now };
  return test.deps.db.insertInto('payments').values(values).returning('id').executeTakeFirstOrThrow();
};
const proof = async () => {
  const payer = await proofs.student();
  await proofs.upload(payer.paymentCode, await receiptPhoto());
  return { id: (await proofs.proofsOf(payer))[0]?.id ?? 0 };
};
const examTimeDocument = async (owner: Person) => {
  const now = test.clock.now();
  const file = { file_key: `exam-time/${randomUUID()}`, file_type: 'image/png' };
  await test.deps.files.put(file.file_key, Buffer.from('png'));
  return test.deps.db
    .insertInto('exam_time_requests')
    .values({ user_id: owner.id, body: 'x', asked_at: now, ...file })
    .returning('id')
    .executeTakeFirstOrThrow();
};
const annotation = async (owner: Person) => {
  const lessonId = await createLesson(test.deps.db, 'Aula marcada');
  const mark = { quote: 'Texto', prefix: '', suffix: '.', position: 0, note: 'Minha', creationKey: randomUUID() };
  return { id: (await as(owner, 'POST', `/api/articles/${lessonId}/annotations`, mark)).json().id };
};
const card = async (owner: Person) => ({ id: (await makeTestCard(test, owner)).id });
const cardAnswer = async (owner: Person) => {
  const { id: cardId } = await card(owner);
  const key = randomUUID();
  await as(owner, 'POST', '/api/review/card-answers', { key, cardId, grade: 3 });
  return { key };
};
const cardPicture = async (owner: Person) => {
  const file = { sha256: Buffer.from(owner.id), file_key: `cards/${owner.id}`, mime_type: 'image/webp', bytes: 1 };
  const row = { user_id: owner.id, ...file, width: 1, height: 1, created_at: test.clock.now() };
  await test.deps.files.put(row.file_key, Buffer.from('x'));
  return test.deps.db.insertInto('card_pictures').values(row).returning('id').executeTakeFirstOrThrow();
};
const ankiImport = async (owner: Person) =>
  test.deps.db
    .insertInto('card_imports')
    .values({
      user_id: owner.id,
      file_name: 'deck.apkg',
      file_key: `anki/${owner.id}`,
      sha256: Buffer.from(owner.id),
      summary: JSON.stringify({ cards: 0, scheduled: 0, pictures: 0, refused: [], losses: [], decks: [], samples: [] }),
      known: 0,
      created_at: test.clock.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
const { source: _, creationKey: __, ...cardFields } = newCard();
const setCard = { id: null, kind: 'basic', front: 'Frente', back: 'Verso', hint: '' };
const cardSet = async (owner: Person) => {
  const courseId = await createCourse(test.deps.db, { instructorId: owner.id });
  const body = { courseId, title: 'Cartões', cards: [setCard], creationKey: randomUUID() };
  return { id: (await as(owner, 'POST', '/api/teacher/card-sets', body)).json().id };
};
const cardSetPicture = async (owner: Person) => {
  const { id } = await cardSet(owner);
  const file = { picture_key: `cards/${owner.id}`, picture_mime: 'image/webp', picture_bytes: 1 };
  const size = { picture_width: 1, picture_height: 1, picture_sha256: Buffer.alloc(32, 255) };
  await test.deps.db
    .updateTable('card_set_cards')
    .set({ ...file, ...size })
    .where('set_id', '=', id)
    .execute();
  await test.deps.files.put(file.picture_key, Buffer.from('x'));
  return { id, hash: 'f'.repeat(32) };
};
const openAttempt = async (owner: Person) => ({
  id: (await as(owner, 'POST', `/api/quizzes/${quiz.id}/start`)).json().id,
});
const closedAttempt = async (owner: Person) => {
  const attempt = await openAttempt(owner);
  expect((await as(owner, 'POST', `/api/attempts/${attempt.id}/finish`, {})).statusCode).toBe(200);
  return attempt;
};
const directAttempt = async (owner: Person) => {
  const told = { score: 0, totalQuestions: 2, correctAnswers: 0, timeSpent: 1 };
  return { attemptId: (await as(owner, 'POST', `/api/quizzes/${quiz.id}/attempts`, told)).json().id };
};
const doubt = async (owner: Person) => {
  const lessonId = await createLesson(test.deps.db, 'Aula');
  return { id: (await as(owner, 'POST', `/api/articles/${lessonId}/doubts`, { body: 'x' })).json().id };
};
const questionList = async (owner: Person) => {
  const body = { name: 'Caderno', creationKey: randomUUID() };
  return { id: (await as(owner, 'POST', '/api/question-lists', body)).json().id };
};
const listedQuestion = async (owner: Person) => ({
  ...(await questionList(owner)),
  questionId: quiz.questions[0]?.id ?? 0,
});
const questionComment = async (owner: Person) => {
  const question = await createBankQuestion(test, await createPerson(test.deps.db, { role: 'teacher' }));
  return { id: await createTestComment(test, { userId: owner.id, questionId: question.id }) };
};
const draft = async (owner: Person) => ({
  id: (await createTestQuiz(test.deps.db, { authorId: owner.id, published: false })).id,
});
const lessonDraft = async (owner: Person) => ({
  id: (await as(owner, 'POST', '/api/lesson-drafts', {})).json().id,
});
const essay = async (owner: Person) => {
  const author = await createPerson(test.deps.db, { role: 'teacher' });
  return { id: (await essays.begin(owner, await essays.publishTheme(author))).id };
};
const essayPage = async (owner: Person) => createEssayPage(test, (await essay(owner)).id);
const essayTheme = async (owner: Person) => ({ id: await essays.publishTheme(owner) });
const course = async (owner: Person) => ({
  id: await createCourse(test.deps.db, { instructorId: owner.id, isPublished: false }),
});

const recordingUpload = async (owner: Person) => {
  const { id } = await lessonDraft(owner);
  const headers = { 'upload-length': '10', 'upload-metadata': '' };
  const url = `/api/articles/${id}/recording-uploads`;
  return { id: (await test.request({ method: 'POST', url, as: owner, headers })).json().id };
};
const recording = async (owner: Person) => {
  const { id: lessonId } = await lessonDraft(owner);
  const row = { lesson_id: Number(lessonId), title: 'x', kind: 'video', mime_type: 'video/mp4', bytes: 1 };
  return test.deps.db
    .insertInto('recordings')
    .values({ ...row, file_key: 'recordings/x', state: 'plain', created_at: test.clock.now() })
    .returning('id')
    .executeTakeFirstOrThrow();
};
const answers = () => [{ questionId: quiz.questions[0]?.id, optionId: null, flagged: true, seq: 1 }];
const courseFields = { title: 'x', description: '', category: 'GERAL', difficulty: 'beginner', duration: 60 };

const owned: Record<string, Owned> = {
  endSession: { role: 'student', make: session },
  renamePasskey: { role: 'student', make: passkey, body: { name: 'x' } },
  removePasskey: { role: 'student', make: passkey },
  readNotification: { role: 'student', make: notification },
  updateAnnotation: { role: 'student', make: annotation, body: { note: 'x', version: 1 } },
  deleteAnnotation: { role: 'student', make: annotation },
  getCard: { role: 'student', make: card },
  updateCard: { role: 'student', make: card, body: { ...cardFields, revision: 1 } },
  changeCardState: { role: 'student', make: card, body: { isSuspended: true } },
  deleteCard: { role: 'student', make: card },
  undoCardAnswer: { role: 'student', make: cardAnswer },
  getCardPicture: { role: 'student', make: cardPicture },
  getAnkiImport: { role: 'student', make: ankiImport },
  startAnkiImport: { role: 'student', make: ankiImport, body: { decks: [], keepsSchedule: true } },
  undoAnkiImport: { role: 'student', make: ankiImport },
  discardAnkiImport: { role: 'student', make: ankiImport },
  getProof: { role: 'student', make: proof },
  getProofPreview: { role: 'student', make: proof },
  requestRefund: { role: 'student', make: order },
  withdrawRefund: { role: 'student', make: order },
  cancelOrder: { role: 'student', make: order },
  getRefundFile: { role: 'student', make: order },
  resumeAttempt: { role: 'student', make: openAttempt },
  beginBreak: { role: 'student', make: openAttempt },
  endBreak: { role: 'student', make: openAttempt },
  getExamTimeDocument: { role: 'student', make: examTimeDocument },
  saveAnswers: {
    role: 'student',
    make: openAttempt,
    get body() {
      return { answers: answers() };
    },
  },
  finishAttempt: { role: 'student', make: openAttempt, body: { answers: [] } },
  reviewAttempt: { role: 'student', make: closedAttempt },
  getAttemptResult: { role: 'student', make: closedAttempt },
  recordAnswer: {
    role: 'student',
    make: directAttempt,
    get body() {
      return { questionId: quiz.questions[0]?.id, selectedOptionId: quiz.questions[0]?.right };
    },
  },
  editDoubt: { role: 'student', make: doubt, body: { body: 'x' } },
  closeDoubt: { role: 'student', make: doubt },
  reportDoubt: { role: 'student', make: doubt },
  getQuestionList: { role: 'student', make: questionList },
  listQuestionListTopics: { role: 'student', make: questionList },
  changeQuestionList: { role: 'student', make: questionList, body: { name: 'x', ordering: 'shuffled' } },
  deleteQuestionList: { role: 'student', make: questionList },
  addToQuestionList: { role: 'student', make: questionList, body: { questionIds: [1] } },
  removeFromQuestionList: { role: 'student', make: listedQuestion },
  moveInQuestionList: { role: 'student', make: listedQuestion, body: { number: 1 } },
  practiseQuestionList: { role: 'student', make: questionList, body: {} },
  restartQuestionList: { role: 'student', make: questionList },
  printQuestionList: { role: 'student', make: questionList },
  shareQuestionList: { role: 'student', make: questionList },
  unshareQuestionList: { role: 'student', make: questionList },
  copyOfferedQuestionList: { role: 'student', make: questionList, body: { creationKey: randomUUID() } },
  offerQuestionList: { role: 'teacher', make: questionList, body: { courseIds: [] } },
  editQuestionComment: { role: 'student', make: questionComment, body: { body: 'x' } },
  decideOwnCommentCitation: { role: 'student', make: questionComment, body: { decision: 'refused', quote: 'art. 5' } },
  deleteQuestionComment: { role: 'student', make: questionComment },
  voteQuestionComment: { role: 'student', make: questionComment, body: { helped: true } },
  reportQuestionComment: { role: 'student', make: questionComment },
  decideQuestionComment: { role: 'teacher', make: questionComment, body: { decision: 'hide', editedAt: null } },
  sealQuestionComment: { role: 'teacher', make: questionComment, body: { isSealed: true, editedAt: null } },
  getAuthoredCardSet: { role: 'teacher', make: cardSet },
  updateCardSet: { role: 'teacher', make: cardSet, body: { title: 'x', cards: [setCard], revision: 1 } },
  getCardSetPicture: { role: 'teacher', make: cardSetPicture },
  deleteCardSet: { role: 'teacher', make: cardSet },
  getAuthoredQuiz: { role: 'teacher', make: draft },
  saveQuiz: { role: 'teacher', make: draft, body: { title: 'x', description: '', questions: [], revision: 1 } },
  getRules: { role: 'teacher', make: draft },
  getWindow: { role: 'teacher', make: draft },
  saveWindow: { role: 'teacher', make: draft, body: { version: 0, window: null } },
  saveRules: { role: 'teacher', make: draft, body: { revision: 1, rules: null } },
  publishQuiz: { role: 'teacher', make: draft, body: { revision: 1 } },
  unpublishQuiz: { role: 'teacher', make: draft },
  deleteQuiz: { role: 'teacher', make: draft },
  getEssay: { role: 'student', make: essay },
  saveEssay: { role: 'student', make: essay, body: { text: 'x', revision: 1 } },
  askReview: { role: 'student', make: essay, body: { reason: 'x' } },
  beginEssayBreak: { role: 'student', make: essay },
  endEssayBreak: { role: 'student', make: essay },
  deliverEssay: { role: 'student', make: essay, body: { text: 'x', revision: 1 } },
  removeEssayPage: { role: 'student', make: essayPage },
  deliverEssayPages: { role: 'student', make: essay, body: { pageIds: [1], lines: 1 } },
  getEssayPage: { role: 'student', make: async (owner) => ({ id: (await essayPage(owner)).pageId }) },
  getAuthoredTheme: { role: 'teacher', make: essayTheme },
  listThemeVersions: { role: 'teacher', make: essayTheme },
  publishTheme: { role: 'teacher', make: essayTheme, body: { revision: 2 } },
  regradeEssays: { role: 'teacher', make: essayTheme, body: { number: 1, reason: 'x' } },
  closeTheme: { role: 'teacher', make: essayTheme },
  getLessonDraft: { role: 'teacher', make: lessonDraft },
  saveLessonDraft: {
    role: 'teacher',
    make: lessonDraft,
    body: { version: 1, baseVersion: null, title: 'x', content: '', subjectId: null, topicId: null },
  },
  publishLessonDraft: { role: 'teacher', make: lessonDraft, body: { version: 1, lessonVersion: null } },
  scheduleLessonDraft: { role: 'teacher', make: lessonDraft, body: { version: 1, publishAt: null } },
  discardLessonDraft: { role: 'teacher', make: lessonDraft },
  listLessonVersions: { role: 'teacher', make: lessonDraft },
  tellLessonPresence: { role: 'teacher', make: lessonDraft, body: { page: randomUUID() } },
  listRecordingUploads: { role: 'teacher', make: lessonDraft },
  getRecordingUpload: { role: 'teacher', make: recordingUpload },
  abandonRecordingUpload: { role: 'teacher', make: recordingUpload },
  changeRecording: { role: 'teacher', make: recording, body: { title: 'x' } },
  removeRecording: { role: 'teacher', make: recording },
  getCourse: { role: 'student', make: course },
  enroll: { role: 'student', make: course },
  rateCourse: { role: 'student', make: course, body: { stars: 5 } },
  updateCourse: {
    role: 'teacher',
    make: course,
    body: { ...courseFields, isPublished: true, imageUrl: null, version: 1 },
  },
  saveCourse: {
    role: 'teacher',
    make: course,
    body: { ...courseFields, isPublished: true, imageUrl: null, items: [], version: 1 },
  },
  saveCourseItems: { role: 'teacher', make: course, body: { items: [], version: 1 } },
  deleteCourse: { role: 'teacher', make: course },
  getCourseStats: { role: 'teacher', make: course },
  listCourseStudents: { role: 'teacher', make: course },
};

it.each(Object.entries(owned))('%s: an item of another person is not found', async (name, entry) => {
  const spec = endpoints[name] as EndpointSpec;
  const { role } = entry;
  const stranger = await createPerson(test.deps.db, { role, now: test.clock.now() });
  const owner = await createPerson(test.deps.db, {
    role: entry.make === course ? 'teacher' : role,
    now: test.clock.now(),
  });
  const answer = async (params: Params) => {
    const texts = Object.fromEntries(Object.entries(params).map(([key, value]) => [key, String(value)]));
    const payload = entry.body;
    const url = addressOf(spec, texts);
    const response = await test.request({ method: spec.method, url, as: stranger, ...(payload ? { payload } : {}) });
    const { requestId: _, ...body } = response.json();
    return { status: response.statusCode, body };
  };
  const missing = await answer(missingParams(spec));
  expect(missing.status).toBe(404);
  const params = await entry.make(owner);
  expect(paramsOf(spec)?.safeParse(params).success).toBe(true);
  expect(await answer(params)).toEqual(missing);
});
