import { randomUUID } from 'node:crypto';
import type { Person } from './factories.ts';
import type { TestApp } from './test-app.ts';

type Wishes = Partial<{
  questionText: string;
  comment: string;
  optionText: (place: number) => string;
  subjectId: number | null;
  topic: string;
  topicId: number;
  source: string;
  organ: string;
  post: string;
  year: number | null;
  difficulty: 'easy' | 'medium' | 'hard' | null;
  options: number;
}>;

let serial = 0;

/** Creates a question of the bank by the call that authors use; its second option is the right one. */
export async function createBankQuestion(test: TestApp, author: Person, wishes: Wishes = {}) {
  serial += 1;
  const {
    options = 4,
    questionText = `Questão do banco número ${serial}.`,
    comment = 'Comentário geral.',
    ...rest
  } = wishes;
  const { optionText = (place: number) => `Alternativa ${place} de ${serial}`, ...labels } = rest;
  const reply = await test.request({
    method: 'POST',
    url: '/api/teacher/questions',
    payload: {
      questionText,
      comment,
      options: Array.from({ length: options }, (_, index) => ({
        optionText: optionText(index + 1),
        comment: `Sobre a alternativa ${index + 1}.`,
        isCorrect: index === 1,
      })),
      creationKey: randomUUID(),
      ...labels,
    },
    as: author,
  });
  if (reply.statusCode !== 201) throw new Error(reply.body);
  const { id, options: made } = reply.json() as { id: number; options: { id: number }[] };
  const ids = made.map((option) => option.id);
  return { id, options: ids, wrong: ids[0] ?? 0, right: ids[1] ?? 0 };
}

type Composition = Partial<{ questionIds: number[]; draws: object[]; shuffleOptions: boolean; isTraining: boolean }>;

/** Composes a quiz from the bank and publishes it, by the calls that authors use. */
export async function publishComposed(test: TestApp, author: Person, composition: Composition, settings: object = {}) {
  const call = async (method: 'POST' | 'PUT', url: string, payload: object) => {
    const reply = await test.request({ method, url, payload, as: author });
    if (reply.statusCode >= 300) throw new Error(reply.body);
    return reply.json();
  };
  const { id, ...draft } = await call('POST', '/api/teacher/quizzes', { title: 'Simulado composto' });
  const saved = await call('PUT', `/api/teacher/quizzes/${id}`, { ...draft, timeLimit: 60, ...settings });
  const body = { questionIds: [], draws: [], shuffleOptions: false, isTraining: false, ...composition };
  const composed = await call('PUT', `/api/teacher/quizzes/${id}/composition`, { ...body, revision: saved.revision });
  await call('POST', `/api/teacher/quizzes/${id}/publish`, { revision: composed.revision });
  return { id: id as number, revision: composed.revision as number };
}

type Sheet = { id: number; questions: { id: number; options: { id: number; optionText: string }[] }[] };

/** Takes a complete attempt: option ids by question id, finished. */
export async function takeQuiz(test: TestApp, student: Person, quizId: number, answers: ReadonlyMap<number, number>) {
  const started = await test.request({ method: 'POST', url: `/api/quizzes/${quizId}/start`, as: student });
  if (started.statusCode >= 300) throw new Error(started.body);
  const sheet = started.json() as Sheet;
  const finished = await test.request({
    method: 'POST',
    url: `/api/attempts/${sheet.id}/finish`,
    payload: {
      answers: sheet.questions.flatMap(({ id }) => {
        const optionId = answers.get(id);
        return optionId === undefined ? [] : [{ questionId: id, optionId, flagged: false, seq: 1 }];
      }),
    },
    as: student,
  });
  if (finished.statusCode >= 300) throw new Error(finished.body);
  return {
    ...sheet,
    attempt: finished.json().attempt as { id: number; score: number; correctAnswers: number; passed: boolean },
  };
}
