/**
 * How long saving a quiz of 200 rich questions blocks other requests:
 *   npm run bench -- quiz-save [runs]
 * The server's code runs in this process with `monitorEventLoopDelay`: the longest stall of the event loop for each
 * call, as the median of the runs. Aim: 50 ms. On a busy machine a stall includes time in which this process had no
 * core, so the CPU time between two turns is reported as well.
 */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AuthoredQuiz } from '#contract/exams/quiz-authoring.ts';
import { QUIZ_QUESTIONS_MAX } from '#contract/limits.ts';
import { buildApp } from '#server/app.ts';
import { readConfig } from '#server/config.ts';
import { migrate } from '#server/db/migrate.ts';
import { createLog } from '#server/http/logging.ts';
import { openDeps } from '#server/start.ts';
import { startTestCluster } from '#server/testing/cluster.ts';
import { createPerson } from '#server/testing/factories.ts';
import { type Stalls, watchStalls } from './stalls.ts';

const runs = Number(process.argv[2] ?? 5);
const AIM_MS = 50;

/** Paragraphs, a list and a table, as an author pastes them: `size` characters of HTML in all. */
function richQuestion(at: number, size: number, word: string) {
  const sentence = '<p>O servidor <strong>público</strong> responde <em>civil</em>, penal e administrativamente.</p>';
  const table = '<table><tbody><tr><td colspan="1">Art. 37</td><td>Caput</td></tr></tbody></table>';
  const text = (length: number) => sentence.repeat(Math.max(1, Math.floor(length / sentence.length)));
  return {
    format: 'html',
    questionText: `<p>${word} ${at}</p>${table}<ol start="2"><li>Item</li></ol>${text(size * 0.4)}`,
    comment: text(size * 0.1),
    subjectId: null,
    options: ['A', 'B', 'C', 'D', 'E'].map((name, place) => ({
      optionText: `<p>${name}${at}</p>${text(size * 0.06)}`,
      comment: text(size * 0.04),
      isCorrect: place === 1,
    })),
  };
}

const { cluster, stop } = await startTestCluster();
await migrate(cluster.admin);
const dataDir = await mkdtemp(join(tmpdir(), 'alvorada-bench-'));
const config = readConfig({ NODE_ENV: 'test', LOG_LEVEL: 'error', DATA_DIR: dataDir, RATE_LIMIT: 'off' });
const clock = { now: () => new Date() };
const opened = await openDeps(config, cluster.admin, createLog(config, process.stderr), clock);
const app = await buildApp(opened.deps);
try {
  const teacher = await createPerson(opened.deps.db, { role: 'teacher', now: clock.now() });
  /** The text is generated before the clock starts: writing it is the work of the browser. */
  const call = async (method: 'POST' | 'PUT', url: string, payload: string) => {
    const headers = { cookie: teacher.cookie, 'content-type': 'application/json' };
    const { result: reply, ...figures } = await watchStalls(() => app.inject({ method, url, headers, payload }));
    if (reply.statusCode >= 300) throw new Error(reply.body);
    return { quiz: reply.json() as AuthoredQuiz, ...figures };
  };
  const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

  for (const size of [3000, 15_000]) {
    const figures = new Map<string, Stalls[]>();
    const keep = (name: string, { stall, computed, took }: Stalls) =>
      figures.set(name, [...(figures.get(name) ?? []), { stall, computed, took }]);
    let length = 0;
    // One run more than requested: the first is a warm-up and is discarded.
    for (let run = 0; run <= runs; run += 1) {
      const named = JSON.stringify({ title: 'Grande', creationKey: randomUUID() });
      const { quiz } = await call('POST', '/api/teacher/quizzes', named);
      const url = `/api/teacher/quizzes/${quiz.id}`;
      const bodyOf = (stored: AuthoredQuiz, word: string) =>
        JSON.stringify({
          ...stored,
          questions: Array.from({ length: QUIZ_QUESTIONS_MAX }, (_, at) => ({
            ...richQuestion(at, size, word),
            id: stored.questions[at]?.id,
          })),
        });
      const body = bodyOf(quiz, 'Questão');
      length = body.length;
      const made = await call('PUT', url, body);
      const changed = await call('PUT', url, bodyOf(made.quiz, 'Mudada'));
      const published = await call('POST', `${url}/publish`, JSON.stringify({ revision: changed.quiz.revision }));
      if (run === 0) continue;
      keep('first save', made);
      keep('every question changed', changed);
      keep('publication', published);
    }
    console.log(`${QUIZ_QUESTIONS_MAX} questions, ${(length / 1e6).toFixed(1)} MB, ${runs} runs, aim ${AIM_MS} ms:`);
    for (const [name, list] of figures) {
      const of = (figure: keyof Stalls) => median(list.map((one) => one[figure])).toFixed(0);
      const stall = `longest stall ${of('stall')} ms, longest computing ${of('computed')} ms`;
      console.log(`  ${name}: ${stall}, answered after ${of('took')} ms`);
    }
  }
} finally {
  await app.close();
  await opened.close();
  await stop();
  await rm(dataDir, { recursive: true, force: true });
}
