import { plainConduct } from '#contract/exams/exam-conduct.ts';
import { cebraspeRules } from '#contract/exams/exam-rules.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#contract/time.ts';
import { transact } from '#server/db/transact.ts';
import type { Deps } from '#server/deps.ts';
import type { SessionUser } from '#server/http/sessions.ts';
import { silentDepsAt } from '#server/silent-deps.ts';
import { createQuiz } from '../authoring/authoring.service.ts';
import { saveComposition } from '../authoring/composition.service.ts';
import { saveDraft } from '../authoring/drafts.service.ts';
import { readRules, saveRulesOf } from '../authoring/rules.service.ts';
import { rankQuiz } from '../ranking/ranking-work.service.ts';
import { createSeries } from '../windows/series.service.ts';
import { endWindowOf } from '../windows/window-work.service.ts';
import { spread } from './class-answers.ts';
import { markQuizzes, readAnswerKey, sampleAttempts } from './quizzes.sample.ts';
import { insertSamplePresences } from './sample-quizzes.store.ts';
import { resultsAt, weeksAround } from './sample-weeks.ts';

/** Fixed, so that loading twice adds nothing. */
const MODEL_KEY = '01938f3c-7c5a-7b3e-8f00-a10000000005';
const SERIES_KEY = '01938f3c-7c5a-7b3e-8f00-a10000000006';
const TITLE = 'Simulado semanal';

const PER_SUBJECT = 2;
/** As bancas of this kind do it: two blocks with a minimum each. */
const blocks = [
  { name: 'Conhecimentos básicos', subjects: ['Português', 'Raciocínio Lógico', 'História do Brasil'], points: 1 },
  { name: 'Conhecimentos de Direito', subjects: ['Direito Constitucional', 'Direito Penal'], points: 1 },
];

export type Week = { quizId: number; title: string; opensAt: Date; closesAt: Date };
export type SampleSeries = { over: Week; next: Week };

/** The weekly simulado: a model with draws, and created from it last Saturday's and the next one. */
export async function sampleSeries(
  deps: Deps,
  teacher: SessionUser,
  source: { name: string; subjectIds: ReadonlyMap<string, number> },
): Promise<SampleSeries> {
  const weeks = weeksAround(deps.clock.now());
  const then = silentDepsAt(deps, new Date(weeks.over.opensAt.getTime() - 4 * DAY_MS));
  const { made: quiz } = await createQuiz(then, teacher, { title: `Modelo: ${TITLE}`, creationKey: MODEL_KEY });
  const draft = await saveDraft(then, teacher, quiz.id, {
    title: `Modelo: ${TITLE}`,
    description: 'Dez itens de Certo ou Errado das cinco matérias. Cada erro anula um acerto; em branco não conta.',
    timeLimit: 20,
    passingScore: 50,
    questions: [],
    revision: quiz.revision,
  });
  const draws = [...source.subjectIds.values()].map((subjectId) => ({
    count: PER_SUBJECT,
    subjectId,
    topic: '',
    source: source.name,
    year: null,
    difficulty: null,
  }));
  const wanted = {
    questionIds: [],
    draws,
    shuffleOptions: false,
    isTraining: false,
    refresh: false,
    revision: draft.revision,
  };
  await saveComposition(then, teacher, quiz.id, wanted);
  const { revision, subjects, questionCount } = await readRules(then, teacher, quiz.id);
  const minimums = blocks.map(({ name, subjects: names, points }) => ({
    name,
    subjectIds: names.flatMap((subject) => source.subjectIds.get(subject) ?? []),
    points,
  }));
  await saveRulesOf(then, teacher, quiz.id, {
    revision,
    rules: { ...cebraspeRules(subjects, questionCount), minimums },
    conduct: { ...plainConduct, doubtMark: true },
  });
  const { made: quizzes } = await createSeries(then, teacher, {
    quizId: quiz.id,
    title: TITLE,
    count: 2,
    window: {
      opensAt: weeks.over.opensAt.toISOString(),
      closesAt: weeks.over.closesAt.toISOString(),
      lateStart: 'shortens',
    },
    creationKey: SERIES_KEY,
  });
  await markQuizzes(deps.db, teacher.id);
  const [over, next] = quizzes.map(({ id, ...week }): Week => ({ quizId: id, ...week }));
  if (!over || !next) throw new Error('The series of the sample has two weeks.');
  return { over, next };
}

type Classmate = SessionUser & { createdAt: Date };

/** How many of the class take part on a Saturday, and how many have confirmed for the next one. */
const COME = 22;
const CONFIRM = 12;

/** Last Saturday as it was: taken, handed in, graded together and ranked. */
export async function sampleSaturday(
  deps: Deps,
  { over, next }: SampleSeries,
  people: { student: SessionUser; classmates: readonly Classmate[] },
): Promise<number[]> {
  const sheet = await readAnswerKey(deps, over.quizId, over.opensAt);
  if (!sheet) throw new Error('The simulado of last Saturday is not there.');
  const came = people.classmates.filter(({ createdAt }) => createdAt < over.opensAt).slice(0, COME);
  const window = { closesAt: over.closesAt, resultsAt: over.closesAt };
  const takers = came.map(({ id }, place) => ({
    sheet,
    window,
    userId: id,
    at: new Date(over.opensAt.getTime() + 7 * HOUR_MS * spread(place, 91) + 5 * MINUTE_MS),
    seed: place + 400,
    ability: 0.2 + 0.55 * spread(place, 93),
  }));
  const at = new Date(over.opensAt.getTime() + 50 * MINUTE_MS);
  const own = { sheet, window, userId: people.student.id, at, hits: 8, doubts: 3 };
  const settled = silentDepsAt(deps, resultsAt(over));
  const ids = await transact(deps, (tx) => sampleAttempts(deps, tx, [...takers, own], takers.length + 1));
  await endWindowOf(settled, over);
  await rankQuiz(settled, over.quizId);
  const before = new Date(Math.min(deps.clock.now().getTime(), next.opensAt.getTime()) - HOUR_MS);
  const coming = came.slice(0, CONFIRM).map(({ id }) => id);
  if (coming.length > 0) await insertSamplePresences(deps.db, next.quizId, coming, before);
  return ids;
}
