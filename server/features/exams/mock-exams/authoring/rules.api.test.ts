import { beforeAll, describe, expect, it } from 'vitest';
import { type ExamConduct, plainConduct } from '#contract/exams/exam-conduct.ts';
import { type ExamRules, getRules, plainRules, saveRules } from '#contract/exams/exam-rules.ts';
import { createBankQuestion, publishComposed, takeQuiz } from '#server/testing/bank.ts';
import { createPerson, type Person } from '#server/testing/factories.ts';
import { partialRoundTrip } from '#server/testing/round-trip.ts';
import { createSubject } from '#server/testing/study.ts';
import { useTestApp } from '#server/testing/test-app.ts';

const test = useTestApp();
let ana: Person;
let admin: Person;
let portugues: number;
let direito: number;

beforeAll(async () => {
  ana = await createPerson(test.deps.db, { role: 'teacher' });
  admin = await createPerson(test.deps.db, { role: 'admin' });
  portugues = await createSubject(test.deps.db, 'Português');
  direito = await createSubject(test.deps.db, 'Direito');
});

const call = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, as: Person, payload?: object) =>
  test.request({ method, url, as, ...(payload ? { payload } : {}) });
const rulesUrl = (id: number) => `/api/teacher/quizzes/${id}/rules`;

type Question = Awaited<ReturnType<typeof createBankQuestion>>;

/** Four questions of Português and four of Direito, published under these rules. */
async function exam(rules: ExamRules, passingScore = 70) {
  const of = async (subjectId: number) => {
    const made: Question[] = [];
    for (let index = 0; index < 4; index += 1) made.push(await createBankQuestion(test, ana, { subjectId }));
    return made;
  };
  const [inPortugues, inDireito] = [await of(portugues), await of(direito)];
  const questions = [...inPortugues, ...inDireito];
  const { id, revision } = await publishComposed(
    test,
    ana,
    { questionIds: questions.map((question) => question.id) },
    { passingScore },
  );
  const saved = await call('PUT', rulesUrl(id), ana, { revision, rules });
  expect(saved.statusCode).toBe(200);
  await call('POST', `/api/teacher/quizzes/${id}/publish`, ana, { revision: saved.json().revision });
  return { id, questions, inPortugues, inDireito, revision: saved.json().revision as number };
}

const answers = (right: Question[], wrong: Question[]) =>
  new Map([
    ...right.map((question) => [question.id, question.right] as const),
    ...wrong.map((question) => [question.id, question.wrong] as const),
  ]);
const resultOf = async (attemptId: number, as: Person) =>
  (await call('GET', `/api/attempts/${attemptId}/result`, as)).json();

const strict = (): ExamRules => ({
  ...plainRules,
  wrong: -1,
  weights: [{ subjectId: direito, weight: 2 }],
  minimums: [{ name: 'Língua', subjectIds: [portugues], points: 2 }],
  totalMinimum: 3,
  passLine: 6,
  tieBreaks: [{ by: 'subject', subjectId: direito }],
});

it('rules are read back whole after every change', async () => {
  const draft = async (title: string) =>
    (await call('POST', '/api/teacher/quizzes', ana, { title })).json().id as number;
  const [id, other] = [await draft('Com regras'), await draft('Outro')];
  const shared = {
    id,
    title: 'Com regras',
    isPublished: false,
    hasUnpublishedChanges: false,
    passingScore: 70,
    questionCount: 0,
    subjects: [],
    updatedAt: expect.any(String),
  };
  const next: ExamRules = {
    right: 2.5,
    wrong: -0.25,
    blank: -0.1,
    annulment: 'pro_rata',
    weights: [],
    minimums: [],
    totalMinimum: null,
    passLine: null,
    tieBreaks: [{ by: 'time', subjectId: null }],
  };
  const held: ExamConduct = {
    doubtMark: true,
    shuffleQuestions: true,
    oneDevice: true,
    countLeaving: true,
    sheet: { minutes: 20, mayCopy: true },
  };
  await partialRoundTrip(test, {
    save: saveRules,
    read: getRules,
    as: ana,
    id,
    other,
    saves: [
      {
        body: ({ revision }) => ({ revision, rules: strict(), conduct: plainConduct }),
        reads: { ...shared, rules: strict(), conduct: plainConduct, revision: 2 },
      },
      {
        body: ({ revision }) => ({ revision, rules: next, conduct: held }),
        reads: { ...shared, rules: next, conduct: held, revision: 3 },
      },
    ],
  });
});

describe('saving rules', () => {
  it('over a newer revision is refused, twice the same is once, and a gone subject is said', async () => {
    const { id, revision } = await exam(strict());
    expect((await call('PUT', rulesUrl(id), ana, { revision: revision - 1, rules: strict() })).json().revision).toBe(
      revision,
    );
    const late = await call('PUT', rulesUrl(id), ana, { revision: revision - 1, rules: plainRules });
    expect([late.statusCode, late.json().code]).toEqual([409, 'version_conflict']);
    const subjectId = 2_000_000_000;
    for (const gone of [
      { weights: [{ subjectId, weight: 1 }] },
      { minimums: [{ name: 'A', subjectIds: [portugues, subjectId], points: 1 }] },
      { tieBreaks: [{ by: 'subject', subjectId }] },
    ]) {
      const refused = await call('PUT', rulesUrl(id), ana, { revision, rules: { ...plainRules, ...gone } });
      expect(refused.json().code).toBe('subject_gone');
    }
    const stranger = await createPerson(test.deps.db, { role: 'teacher' });
    expect((await call('PUT', rulesUrl(id), stranger, { revision, rules: null })).statusCode).toBe(404);
  });

  it.each([
    ['three decimals', { right: 1.005 }],
    ['a wrong answer that pays more', { wrong: 2 }],
    ['a block without subjects', { minimums: [{ name: 'A', subjectIds: [], points: 1 }] }],
    ['a criterion without its subject', { tieBreaks: [{ by: 'subject', subjectId: null }] }],
    ['not a number', { blank: 'zero' }],
  ])('%s is refused', async (_, wrong) => {
    const { id } = (await call('POST', '/api/teacher/quizzes', ana, { title: 'Regras' })).json();
    const reply = await call('PUT', rulesUrl(id), ana, { revision: 1, rules: { ...plainRules, ...wrong } });
    expect([reply.statusCode, Object.keys(reply.json().fields)[0]]).toEqual([400, expect.stringMatching(/^rules\./)]);
  });

  it('lets a simulado be published only where a student could pass', async () => {
    const { id, revision } = await exam(plainRules);
    const weights = [portugues, direito].map((subjectId) => ({ subjectId, weight: 0 }));
    let last = revision;
    for (const rules of [
      { ...plainRules, weights },
      { ...plainRules, totalMinimum: 9 },
    ]) {
      const saved = (await call('PUT', rulesUrl(id), ana, { revision: last, rules })).json();
      last = saved.revision;
      const refused = await call('POST', `/api/teacher/quizzes/${id}/publish`, ana, { revision: last });
      expect([refused.statusCode, refused.json().code]).toEqual([409, 'quiz_incomplete']);
      expect(refused.json().fields).toEqual({ rules: refused.json().message });
    }
    const mended = (await call('PUT', rulesUrl(id), ana, { revision: last, rules: strict() })).json();
    const published = await call('POST', `/api/teacher/quizzes/${id}/publish`, ana, { revision: mended.revision });
    expect(published.statusCode).toBe(200);
  });

  it('changes no attempt that was made before, and the next ones only once it is published', async () => {
    const { id, questions, revision } = await exam(strict());
    const student = await createPerson(test.deps.db);
    const before = await takeQuiz(test, student, id, answers(questions, []));
    await call('PUT', rulesUrl(id), ana, { revision, rules: null });
    expect(await resultOf(before.id, student)).toMatchObject({ points: 12, rules: { wrong: -1 } });
    const other = await createPerson(test.deps.db);
    const still = await takeQuiz(test, other, id, answers(questions, []));
    expect(await resultOf(still.id, other)).toMatchObject({ points: 12 });
    await call('POST', `/api/teacher/quizzes/${id}/publish`, ana, { revision: revision + 1 });
    const third = await createPerson(test.deps.db);
    const plain = await takeQuiz(test, third, id, answers(questions.slice(0, 7), []));
    expect(await resultOf(plain.id, third)).toMatchObject({ points: 7, maxPoints: 8, rules: null, eliminatedBy: [] });
  });

  it('goes along with a new version of the questions and with a copy', async () => {
    const { id } = await exam(strict());
    const draft = (await call('GET', `/api/teacher/quizzes/${id}`, ana)).json();
    await call('PUT', `/api/teacher/quizzes/${id}`, ana, { ...draft, title: 'Outro título' });
    expect((await call('GET', rulesUrl(id), ana)).json()).toMatchObject({ title: 'Outro título', rules: strict() });
    const copy = (await call('POST', `/api/teacher/quizzes/${id}/duplicate`, ana, {})).json();
    expect((await call('GET', rulesUrl(copy.id), ana)).json().rules).toEqual(strict());
  });
});

describe('the result of an attempt', () => {
  it("has the specification's fields, and the points beside them", async () => {
    const { id, inPortugues, inDireito } = await exam(strict());
    const student = await createPerson(test.deps.db);
    const { id: attemptId, attempt } = await takeQuiz(
      test,
      student,
      id,
      answers([...inPortugues.slice(0, 3), ...inDireito.slice(0, 3)], [...inDireito.slice(3)]),
    );
    expect(attempt).toMatchObject({ score: 8, correctAnswers: 6, passed: true });
    expect(await resultOf(attemptId, student)).toMatchObject({
      id: attemptId,
      score: 8,
      correctAnswers: 6,
      totalQuestions: 8,
      percent: 75,
      passed: true,
      points: 7,
      maxPoints: 12,
      passLine: 6,
      eliminatedBy: [],
      minimums: [
        { name: 'Língua', isTotal: false, minimum: 2, points: 3, isReached: true },
        { name: 'Total', isTotal: true, minimum: 3, points: 7, isReached: true },
      ],
      subjects: [
        { name: 'Português', points: 3, maxPoints: 4, right: 3, wrong: 0, blank: 1, minimum: 2 },
        { name: 'Direito', points: 4, maxPoints: 8, right: 3, wrong: 1, blank: 0, minimum: null },
      ],
      rules: { wrong: -1, weights: [{ subject: 'Direito', weight: 2 }], tieBreaks: [{ subject: 'Direito' }] },
    });
  });

  it('says what put a student out: then no number of hits is a pass', async () => {
    const { id, inPortugues, inDireito } = await exam(strict(), 0);
    const student = await createPerson(test.deps.db);
    const sheet = answers([...inPortugues.slice(0, 2), ...inDireito], inPortugues.slice(2));
    const { id: attemptId, attempt } = await takeQuiz(test, student, id, sheet);
    expect(attempt).toMatchObject({ score: 8, passed: false });
    expect(await resultOf(attemptId, student)).toMatchObject({ points: 8, passed: false, eliminatedBy: ['Língua'] });
    expect((await call('GET', `/api/quiz-attempts/${id}`, student)).json()).toMatchObject([{ passed: false }]);
  });

  it('is shown only to its student, and does not exist while the attempt is open', async () => {
    const { id, questions } = await exam(strict());
    const student = await createPerson(test.deps.db);
    const { id: openId } = (await call('POST', `/api/quizzes/${id}/start`, student)).json();
    expect((await call('GET', `/api/attempts/${openId}/result`, student)).json().code).toBe('attempt_open');
    const { id: attemptId } = await takeQuiz(test, student, id, answers(questions, []));
    const other = await createPerson(test.deps.db);
    expect((await call('GET', `/api/attempts/${attemptId}/result`, other)).statusCode).toBe(404);
  });

  it('the page before the exam tells the rules', async () => {
    const { id } = await exam(strict());
    const student = await createPerson(test.deps.db);
    expect((await call('GET', `/api/quizzes/${id}/overview`, student)).json().rules).toMatchObject({
      right: 1,
      wrong: -1,
      minimums: [{ name: 'Língua', subjects: ['Português'], points: 2 }],
      passLine: 6,
    });
  });
});

describe('annulling a question', () => {
  it.each([
    // What Português is worth then, and the whole exam at most.
    ['point', 3, 12],
    ['pro_rata', 2.67, 12],
    ['dropped', 2, 11],
  ] as const)('counts by the rule (%s), and undone everything is as it was', async (annulment, inLanguage, max) => {
    const rules: ExamRules = { ...strict(), annulment, passLine: max === 12 ? 8 : 7 };
    const { id, inPortugues, inDireito } = await exam(rules);
    const student = await createPerson(test.deps.db);
    // Português: 2 right, 1 wrong, 1 blank → 1. Direito: 3 right, 1 blank → 6.
    const [first] = inPortugues.slice(2);
    const sheet = answers([...inPortugues.slice(0, 2), ...inDireito.slice(0, 3)], first ? [first] : []);
    const { id: attemptId } = await takeQuiz(test, student, id, sheet);
    const before = await resultOf(attemptId, student);
    expect(before).toMatchObject({ points: 7, maxPoints: 12, passed: false, eliminatedBy: ['Língua'] });
    const annul = `/api/teacher/questions/${first?.id}/annulment`;
    expect((await call('GET', annul, ana)).json()).toMatchObject({ changed: 1, passGained: 1 });
    expect((await call('POST', annul, ana, { reason: 'Duas respostas' })).json()).toMatchObject({ passGained: 1 });
    expect(await resultOf(attemptId, student)).toMatchObject({
      points: 6 + inLanguage,
      maxPoints: max,
      passed: true,
      eliminatedBy: [],
    });
    expect((await call('DELETE', annul, ana)).json()).toMatchObject({ passLost: 1 });
    expect(await resultOf(attemptId, student)).toEqual(before);
  });
});

it('rules follow a subject that is merged into another', async () => {
  const [from, into] = [
    await createSubject(test.deps.db, 'Gramática'),
    await createSubject(test.deps.db, 'Língua Portuguesa'),
  ];
  const { id } = (await call('POST', '/api/teacher/quizzes', ana, { title: 'Fundido' })).json();
  const rules: ExamRules = {
    ...plainRules,
    weights: [
      { subjectId: from, weight: 3 },
      { subjectId: into, weight: 2 },
    ],
    minimums: [{ name: 'Língua', subjectIds: [from, into], points: 1 }],
    tieBreaks: [
      { by: 'subject', subjectId: from },
      { by: 'subject', subjectId: into },
    ],
  };
  expect((await call('PUT', rulesUrl(id), ana, { revision: 1, rules })).statusCode).toBe(200);
  const merged = await call('POST', `/api/subjects/${from}/merge`, admin, { into });
  expect(merged.statusCode).toBe(200);
  expect((await call('GET', rulesUrl(id), ana)).json().rules).toMatchObject({
    weights: [{ subjectId: into, weight: 2 }],
    minimums: [{ name: 'Língua', subjectIds: [into], points: 1 }],
    tieBreaks: [{ by: 'subject', subjectId: into }],
  });
});
