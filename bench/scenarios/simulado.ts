import { sessionToken } from '../data.ts';
import { cookieOf, scenario } from '../scenario.ts';

const json = { 'content-type': 'application/json' };
const body = (value: object) => Buffer.from(JSON.stringify(value));
const cookie = (student: number) => cookieOf(sessionToken('student', student));

type Sheet = { id: number; student: number; questions: { id: number; options: { id: number }[] }[] };

/** Starts the quiz for students 1 to `count` through the public API. */
async function openSheets(url: string, quizId: number, count: number): Promise<Sheet[]> {
  const sheets: Sheet[] = [];
  for (let student = 1; student <= count; student += 1) {
    const response = await fetch(`${url}/api/quizzes/${quizId}/start`, {
      method: 'POST',
      headers: { ...json, cookie: cookie(student) },
      body: '{}',
    });
    if (!response.ok) throw new Error(`Starting simulado ${quizId} answered ${response.status}.`);
    sheets.push({ ...((await response.json()) as Omit<Sheet, 'student'>), student });
  }
  return sheets;
}

const pick = <T>(list: readonly T[], index: number): T => {
  const found = list[index % list.length];
  if (found === undefined) throw new Error('There is nothing to pick from.');
  return found;
};

export const simuladoStart = scenario({
  name: 'simulado, start',
  grows: false,
  prepare: async ({ size }) => ({
    // Each student starts each quiz once: a second start would only find the open attempt.
    request: (n) => ({
      method: 'POST',
      path: `/api/quizzes/${4 + (Math.floor(n / 1000) % (size.quizzes - 4))}/start`,
      cookie: cookie(1 + (n % 1000)),
      headers: json,
      body: body({}),
    }),
    expect: [201],
    connections: 8,
    most: 3000,
  }),
});

export const simuladoAnswer = scenario({
  name: 'simulado, answer',
  grows: false,
  prepare: async ({ url }) => {
    const sheets = await openSheets(url, 2, 200);
    return {
      request: (n) => {
        const sheet = pick(sheets, n);
        const turn = Math.floor(n / sheets.length);
        const question = pick(sheet.questions, turn);
        const answer = { questionId: question.id, optionId: pick(question.options, turn).id, flagged: false };
        return {
          method: 'POST',
          path: `/api/attempts/${sheet.id}/answers`,
          cookie: cookie(sheet.student),
          headers: json,
          // The number grows from load to load, too: the clock's milliseconds, as in the browser.
          body: body({ answers: [{ ...answer, seq: 1 + Math.floor(performance.now()) }] }),
        };
      },
      connections: 8,
    };
  },
});

export const simuladoFinish = scenario({
  name: 'simulado, finish',
  grows: false,
  prepare: async ({ url }) => {
    const sheets = await openSheets(url, 3, 500);
    return {
      request: (n) => {
        const sheet = pick(sheets, n);
        const answers = sheet.questions.map((question, index) => ({
          questionId: question.id,
          optionId: pick(question.options, n + index).id,
          flagged: false,
          seq: 1,
        }));
        return {
          method: 'POST',
          path: `/api/attempts/${sheet.id}/finish`,
          cookie: cookie(sheet.student),
          headers: json,
          body: body({ answers }),
        };
      },
      connections: 8,
      most: sheets.length,
    };
  },
});
