import { type ExamConduct, plainConduct } from '#contract/exams/exam-conduct.ts';
import { createBankQuestion, publishComposed } from './bank.ts';
import { createPerson, type Person } from './factories.ts';
import type { TestApp } from './test-app.ts';

const OPENS = '2026-11-21T12:00:00.000Z';

/** Minutes after the start of the exams on Saturday. */
export const on = (minutes: number, seconds = 0) =>
  new Date(Date.parse(OPENS) + minutes * 60_000 + seconds * 1000).toISOString();

export const quarter = {
  extraPercent: 25,
  extraMinutes: 0,
  breaks: 0,
  breakMinutes: 10,
  largePrint: false,
  helper: 'none',
  reason: 'Laudo entregue: dislexia',
  validUntil: '2027-06-30',
};

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
type Question = Awaited<ReturnType<typeof createBankQuestion>>;
type Exam = { id: number; questions: Question[] };

/** Rights, exams and attempts by the product's own calls. */
export function examTimeClient(test: TestApp) {
  let [ana, office]: (Person | undefined)[] = [];
  const call = (method: Method, url: string, as: Person, payload?: object) =>
    test.request({ method, url, as, ...(payload ? { payload } : {}) });
  const done = async (...asked: Parameters<typeof call>) => {
    const reply = await call(...asked);
    if (reply.statusCode >= 300) throw new Error(`${asked[1]}: ${reply.body}`);
    return reply.json();
  };
  const codeOf = async (...asked: Parameters<typeof call>) => (await call(...asked)).json().code;
  const people = async () => {
    ana ??= await createPerson(test.deps.db, { role: 'teacher' });
    office ??= await createPerson(test.deps.db, { role: 'secretary' });
    return { ana, office };
  };

  const rightUrl = (person: Person) => `/api/admin/users/${person.id}/exam-time`;

  async function grant(person: Person, change: object = {}) {
    const { office } = await people();
    const { revision } = await done('GET', rightUrl(person), office);
    return done('PUT', rightUrl(person), office, { ...quarter, ...change, revision });
  }

  /** A student with a right, at noon of the Sunday before the exam. */
  async function entitled(change: object = {}): Promise<Person> {
    test.clock.set('2026-11-15T12:00:00.000Z');
    const person = await createPerson(test.deps.db);
    await grant(person, change);
    return person;
  }

  /** Two questions in sixty minutes, on Saturday from nine in São Paulo where it has a window. */
  async function exam({ window, conduct = {} }: { window?: object; conduct?: Partial<ExamConduct> } = {}) {
    test.clock.set('2026-11-15T12:00:00.000Z');
    const { ana } = await people();
    const questions = [await createBankQuestion(test, ana), await createBankQuestion(test, ana)];
    const { id, revision } = await publishComposed(test, ana, { questionIds: questions.map((one) => one.id) });
    if (Object.keys(conduct).length > 0) {
      const body = { revision, rules: null, conduct: { ...plainConduct, ...conduct } };
      const saved = await done('PUT', `/api/teacher/quizzes/${id}/rules`, ana, body);
      await done('POST', `/api/teacher/quizzes/${id}/publish`, ana, { revision: saved.revision });
    }
    const hours = { opensAt: OPENS, closesAt: on(60), lateStart: 'shortens', ...window };
    if (window) await done('PUT', `/api/teacher/quizzes/${id}/window`, ana, { version: 0, window: hours });
    return { id, questions };
  }

  const start = ({ id }: Exam, as: Person) => done('POST', `/api/quizzes/${id}/start`, as);
  const answer = ({ questions }: Exam, seq: number) => ({
    answers: [{ questionId: questions[0]?.id, optionId: questions[0]?.right, flagged: false, seq }],
  });
  const attemptUrl = (sheet: { id: number }, rest: string) => `/api/attempts/${sheet.id}/${rest}`;
  const listed = (quiz: Exam, as: Person) => done('GET', `/api/quiz-attempts/${quiz.id}`, as);
  const resultsAtOf = async (quiz: Exam, as: Person) =>
    (await done('GET', `/api/quizzes/${quiz.id}/overview`, as)).window?.resultsAt;

  return {
    call,
    done,
    codeOf,
    people,
    rightUrl,
    grant,
    entitled,
    exam,
    start,
    answer,
    attemptUrl,
    listed,
    resultsAtOf,
  };
}
