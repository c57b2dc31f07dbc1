import type { QueryOf } from '#contract/endpoint.ts';
import type { getQuizStatistics, Suspicion } from '#contract/exams/quiz-statistics.ts';
import { TRUE_FALSE } from '#contract/questions/question-kind.ts';
import type { QuestionKind } from '#contract/questions/question-shapes.ts';
import { plainText } from '#contract/questions/question-text.ts';
import { writeCsv } from '#server/csv/csv-cells.ts';
import type { LaggingDb } from '#server/db/handle.ts';
import { readSnapshot } from '#server/db/transact.ts';
import type { Deps } from '#server/deps.ts';
import { requireOwnCourse } from '#server/features/content/courses/courses.service.ts';
import { findOwnQuiz } from '#server/features/exams/mock-exams/authoring/drafts.service.ts';
import { LETTERS } from '#server/features/questions/question-bank/files/csv-columns.ts';
import type { SessionUser } from '#server/http/sessions.ts';
import { without } from '#server/http/without.ts';
import { addDays, momentOn } from '#server/time/calendar.ts';
import { discriminationOf, shareOf, suspicionsOf } from './item-analysis.ts';
import {
  type Counted,
  countAnswers,
  findQuizTitle,
  listLeaves,
  raiseSortMemory,
  summariseAttempts,
} from './statistics.store.ts';

const EXCERPT = 300;

type Query = QueryOf<typeof getQuizStatistics>;

/** A class is the students of a course that the author may look into. */
async function countedBy(deps: Deps, user: SessionUser, quizId: number, query: Query): Promise<Counted> {
  const { attempts, courseId, from, to } = query;
  if (courseId !== undefined) await requireOwnCourse(deps.db, user, courseId);
  return {
    quizId,
    all: attempts === 'all',
    courseId: courseId ?? null,
    from: from === undefined ? null : momentOn(from, 0),
    until: to === undefined ? null : momentOn(addDays(to, 1), 0),
  };
}

export async function readStatistics(deps: Deps, lagging: LaggingDb, user: SessionUser, quizId: number, query: Query) {
  const quiz = await findOwnQuiz(deps.db, user, quizId);
  const counted = await countedBy(deps, user, quiz.id, query);
  const { title, summary, counts, leaves } = await readSnapshot({ db: lagging }, async (tx) => {
    await raiseSortMemory(tx);
    return {
      title: await findQuizTitle(tx, quiz.id),
      summary: await summariseAttempts(tx, counted),
      counts: await countAnswers(tx, counted),
      leaves: await listLeaves(tx, quiz.id),
    };
  });
  return {
    id: quiz.id,
    title,
    leaves,
    attempts: summary?.attempts ?? 0,
    students: summary?.students ?? 0,
    averagePercent: summary?.averagePercent ?? null,
    sharePassed: summary?.sharePassed ?? null,
    medianSeconds: summary?.medianSeconds ?? null,
    questions: counts.map(({ format, statement, options, ...item }) => ({
      ...without(item, 'position', 'right', 'blank', 'upper', 'upperRight', 'lower', 'lowerRight'),
      excerpt: plainText(format, statement).slice(0, EXCERPT).toWellFormed() || '(imagem)',
      shareRight: shareOf(item.right, item.attempts),
      shareBlank: shareOf(item.blank, item.attempts),
      discrimination: discriminationOf({ ...item, options }),
      options: options.map(({ upper, ...option }) => ({
        ...option,
        optionText: plainText(format, option.optionText).slice(0, EXCERPT).toWellFormed() || '(imagem)',
        share: shareOf(option.count, item.attempts),
        shareUpper: shareOf(upper, item.upper),
      })),
      suspicions: suspicionsOf({ ...item, options }),
    })),
  };
}

const warnings: Record<Suspicion, string> = {
  suspect_key: 'gabarito suspeito',
  negative_discrimination: 'discriminação negativa',
  unused_option: 'alternativa que ninguém marca',
  wrong_preferred: 'uma errada é a preferida',
};

/** What the options of a question are called in the table. */
const optionLabelsOf = (kind: QuestionKind): readonly string[] => (kind === 'true_false' ? TRUE_FALSE : LETTERS);

const number = (value: number | null, digits = 1) => (value === null ? '' : value.toFixed(digits).replace('.', ','));
const percent = (share: number | null) => number(share === null ? null : share * 100);

export async function exportStatistics(
  deps: Deps,
  lagging: LaggingDb,
  user: SessionUser,
  quizId: number,
  query: Query,
) {
  const { questions } = await readStatistics(deps, lagging, user, quizId, query);
  const header = ['questao', 'enunciado', 'materia', 'versao_atual', 'tentativas', 'acertos_%', 'em_branco_%'];
  const marks = [...LETTERS, ...TRUE_FALSE];
  const rest = ['discriminacao', 'tempo_mediano_s', 'gabarito', ...marks.map((mark) => `${mark}_%`), 'alertas'];
  const rows = questions.map((item) => [
    String(item.questionId),
    item.excerpt,
    item.subject ?? '',
    item.isCurrent ? 'sim' : 'não',
    String(item.attempts),
    percent(item.shareRight),
    percent(item.shareBlank),
    number(item.discrimination, 2),
    number(item.medianSeconds, 0),
    optionLabelsOf(item.kind)[item.options.findIndex(({ isCorrect }) => isCorrect)] ?? '',
    ...marks.map((mark) => percent(item.options[optionLabelsOf(item.kind).indexOf(mark)]?.share ?? null)),
    item.suspicions.map((suspicion) => warnings[suspicion]).join(', '),
  ]);
  return writeCsv([[...header, ...rest], ...rows]);
}
