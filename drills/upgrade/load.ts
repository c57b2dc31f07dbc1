import { setTimeout as pause } from 'node:timers/promises';
import { receiptPhoto } from '#server/testing/receipts.ts';
import { within } from '../wait.ts';

const PATIENCE_MS = 30_000;
/** Every request that is on its way ends within its patience. */
const STOP_MS = 4 * PATIENCE_MS;
const AFTER_REFUSAL_MS = 50;
const ANSWERS = 8;
const emailOf = (username: string) => `${username}@exemplo.com.br`;
const PASSWORD = 'uma senha para o ensaio';

/** Everything that a server has acknowledged. */
export type Acknowledged = {
  /** Usernames. */
  registrations: string[];
  /** Payment codes whose proof was taken. */
  proofs: string[];
  /** Payment codes that the office approved. */
  approvals: string[];
  answers: { attemptId: number; questionId: number; optionId: number }[];
  /** Attempts that were finished. */
  finished: number[];
  lessons: { id: number; title: string; content: string }[];
};

export const emptyAcknowledged = (): Acknowledged => ({
  registrations: [],
  proofs: [],
  approvals: [],
  answers: [],
  finished: [],
  lessons: [],
});

export const countAcknowledged = (done: Acknowledged) =>
  Object.values(done).reduce((sum, list: unknown[]) => sum + list.length, 0);

/** A person of the load who has finished a simulado. */
export type Student = { email: string; cookie: string; questionId: number };

type Question = { id: number; options: { id: number }[] };

/**
 * People who register, pay, are approved and take a simulado, and a teacher who writes lessons. Each request goes to the
 * next of the addresses. What was not acknowledged is sent again.
 */
export function startLoad(options: {
  name: string;
  urls: readonly string[];
  office: string;
  teacher: string;
  subjectId: number;
  quizId: number;
}) {
  const done = emptyAcknowledged();
  const students: Student[] = [];
  const wrong: string[] = [];
  let refused = 0;
  let broken = 0;
  let isStopped = false;
  let requests = 0;

  type Request = { method?: string; path: string; body?: object | FormData; cookie?: string };
  type Reply = { isDone: boolean; body: unknown; cookie: string };

  const sendOnce = async ({ method = 'POST', path, body, cookie = '' }: Request): Promise<Reply | undefined> => {
    const url = options.urls[requests % options.urls.length] ?? '';
    requests += 1;
    const isForm = body instanceof FormData;
    try {
      const response = await fetch(url + path, {
        method,
        headers: { cookie, ...(isForm || !body ? {} : { 'content-type': 'application/json' }) },
        ...(body ? { body: isForm ? body : JSON.stringify(body) } : {}),
        signal: AbortSignal.timeout(PATIENCE_MS),
      });
      const text = await response.text();
      if (response.status === 503) {
        refused += 1;
        return undefined;
      }
      const set = response.headers.getSetCookie().map((line) => line.split(';')[0]);
      // A registration whose first answer was lost is taken already.
      const isTaken = response.status === 409 && path === '/api/register';
      if (!response.ok && !isTaken) {
        wrong.push(`${method} ${path}: ${response.status} ${text.slice(0, 200)}`);
      }
      const isDone = response.ok || isTaken;
      return { isDone, body: text === '' ? null : JSON.parse(text), cookie: set.join('; ') };
    } catch {
      broken += 1;
      return undefined;
    }
  };

  /** Undefined: the load was stopped before the server acknowledged it. */
  const send = async (request: Request): Promise<Reply | undefined> => {
    while (!isStopped) {
      const reply = await sendOnce(request);
      if (reply) return reply.isDone ? reply : undefined;
      await pause(AFTER_REFUSAL_MS);
    }
    return undefined;
  };

  const register = async (number: number) => {
    const username = `${options.name}${number}`;
    const reply = await send({
      path: '/api/register',
      body: {
        ...{ username, password: PASSWORD, confirmPassword: PASSWORD, email: emailOf(username) },
        ...{ firstName: 'Ensaio', lastName: options.name, role: 'student' },
      },
    });
    if (!reply) return undefined;
    done.registrations.push(username);
    return { username, code: (reply.body as { paymentCode?: string }).paymentCode };
  };

  const pay = async (paymentCode: string) => {
    const form = new FormData();
    form.set('paymentCode', paymentCode);
    form.set('file', new File([await receiptPhoto()], 'comprovante.png', { type: 'image/png' }));
    if (!(await send({ path: '/api/payments/upload-proof-by-code', body: form }))) return false;
    done.proofs.push(paymentCode);
    const approved = await send({
      path: '/api/admin/payments/approve',
      body: { paymentCode },
      cookie: options.office,
    });
    if (!approved) return false;
    done.approvals.push(paymentCode);
    return true;
  };

  const takeQuiz = async (username: string, cookie: string) => {
    const started = await send({ path: `/api/quizzes/${options.quizId}/start`, body: {}, cookie });
    if (!started) return;
    const attempt = started.body as { id: number; questions: Question[] };
    for (const [index, question] of attempt.questions.slice(0, ANSWERS).entries()) {
      const optionId = question.options[(index + attempt.id) % question.options.length]?.id ?? 0;
      const answers = [{ questionId: question.id, optionId, flagged: false, seq: index + 1 }];
      if (!(await send({ path: `/api/attempts/${attempt.id}/answers`, body: { answers }, cookie }))) return;
      done.answers.push({ attemptId: attempt.id, questionId: question.id, optionId });
    }
    if (!(await send({ path: `/api/attempts/${attempt.id}/finish`, body: {}, cookie }))) return;
    done.finished.push(attempt.id);
    students.push({ email: emailOf(username), cookie, questionId: attempt.questions[0]?.id ?? 0 });
  };

  const studyAlong = async () => {
    for (let number = 0; !isStopped; number += 1) {
      const person = await register(number);
      if (!person?.code || !(await pay(person.code))) continue;
      const login = await send({ path: '/api/login', body: { username: person.username, password: PASSWORD } });
      if (login) await takeQuiz(person.username, login.cookie);
    }
  };

  const writeLessons = async () => {
    const cookie = options.teacher;
    for (let number = 0; !isStopped; number += 1) {
      const lesson = { title: `${options.name} ${number}`, subjectId: options.subjectId };
      const made = await send({
        path: '/api/articles',
        body: { ...lesson, content: '<p>Primeira redação.</p>', published: true },
        cookie,
      });
      if (!made) return;
      const { id, version } = made.body as { id: number; version: number };
      const content = `<p>Redação definitiva de ${lesson.title}.</p>`;
      const saved = await send({
        ...{ method: 'PUT', path: `/api/articles/${id}`, cookie },
        body: { ...lesson, content, version },
      });
      if (saved) done.lessons.push({ id, title: lesson.title, content });
    }
  };

  const work = Promise.all([studyAlong(), writeLessons()]);
  // Awaited later. Until then its rejection must not end the process.
  work.catch(() => undefined);
  return {
    name: options.name,
    done,
    students,
    wrong,
    seen: () => ({ requests, refused, broken }),
    async stop() {
      isStopped = true;
      await within(`the end of the load ${options.name}`, STOP_MS, work);
    },
  };
}

export type UpgradeLoad = ReturnType<typeof startLoad>;
