import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startServerProcess } from '#server/testing/server-process.ts';

let dataDir: string;
let cookie = '';

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'alvorada-answers-'));
  await chmod(dataDir, 0o711);
});

// The PostgreSQL of a killed server may still be writing its last files.
afterEach(() => rm(dataDir, { recursive: true, force: true, maxRetries: 20 }));

async function call<T>(url: string, method: 'GET' | 'POST' | 'PUT', body?: object): Promise<T> {
  const response = await fetch(url, {
    method,
    headers: { cookie, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  if (!response.ok) throw new Error(`${method} ${url} answered ${response.status}`);
  const [session] = response.headers.getSetCookie();
  if (session) cookie = session.split(';', 1)[0] ?? '';
  return (await response.json()) as T;
}

const QUESTIONS = 30;

/** A published quiz and an open attempt at it, by the calls of the product alone. */
async function openAttempt(url: string) {
  await call(`${url}/api/login`, 'POST', { username: 'admin', password: 'segredo-do-admin' });
  const quiz = await call<{ id: number; revision: number }>(`${url}/api/teacher/quizzes`, 'POST', { title: 'Queda' });
  const questions = Array.from({ length: QUESTIONS }, (_, i) => ({
    questionText: `Questão ${i + 1}`,
    options: ['a', 'b'].map((optionText) => ({ optionText, isCorrect: optionText === 'a' })),
  }));
  const saved = await call<{ revision: number }>(`${url}/api/teacher/quizzes/${quiz.id}`, 'PUT', {
    title: 'Queda',
    revision: quiz.revision,
    questions,
  });
  await call(`${url}/api/teacher/quizzes/${quiz.id}/publish`, 'POST', { revision: saved.revision });
  return call<{ id: number; questions: { id: number; options: { id: number }[] }[] }>(
    `${url}/api/quizzes/${quiz.id}/start`,
    'POST',
  );
}

test('every acknowledged answer is there after kill -9 in the middle of answering', async () => {
  const first = await startServerProcess(dataDir);
  const attempt = await openAttempt(first.url);
  const acknowledged: { questionId: number; optionId: number }[] = [];
  try {
    for (const [index, question] of attempt.questions.entries()) {
      const answer = { questionId: question.id, optionId: question.options[index % 2]?.id ?? 0 };
      const saving = call(`${first.url}/api/attempts/${attempt.id}/answers`, 'POST', {
        answers: [{ ...answer, flagged: false, seq: index + 1 }],
      });
      // The kill hits the middle of a call: this answer may be lost, but acknowledged ones must not.
      if (index === QUESTIONS / 2) first.kill('SIGKILL');
      await saving;
      acknowledged.push(answer);
    }
  } catch (error) {
    expect(String(error)).toMatch(/fetch failed|socket|terminated/);
  }
  expect(await first.ended).toBeNull();
  expect(acknowledged.length).toBeGreaterThanOrEqual(QUESTIONS / 2);
  expect(acknowledged.length).toBeLessThan(QUESTIONS);

  const second = await startServerProcess(dataDir);
  try {
    const sheet = await call<{ answers: { questionId: number; optionId: number }[] }>(
      `${second.url}/api/attempts/${attempt.id}`,
      'GET',
    );
    const stored = new Map(sheet.answers.map(({ questionId, optionId }) => [questionId, optionId]));
    for (const { questionId, optionId } of acknowledged) expect(stored.get(questionId)).toBe(optionId);
    expect(stored.size - acknowledged.length).toBeLessThanOrEqual(1);
    const { attempt: result } = await call<{ attempt: { correctAnswers: number } }>(
      `${second.url}/api/attempts/${attempt.id}/finish`,
      'POST',
      {},
    );
    const right = attempt.questions.filter(({ id, options }) => stored.get(id) === options[0]?.id).length;
    expect(result.correctAnswers).toBe(right);
  } finally {
    second.kill('SIGTERM');
    expect(await second.ended).toBe(0);
  }
});
