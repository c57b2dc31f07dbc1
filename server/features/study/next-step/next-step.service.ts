import type { QueryOf } from '#contract/endpoint.ts';
import type { getNextStep, NextStep } from '#contract/study/exam-map.ts';
import { MINUTE_MS } from '#contract/time.ts';
import type { Deps } from '#server/deps.ts';
import { findExamNow } from '#server/features/exams/mock-exams/windows/presence.service.ts';
import { listOpenItems, type OpenItem } from '#server/features/study/study-plan/study-plan.service.ts';
import type { SessionUser } from '#server/http/sessions.ts';

const nowhere = { subject: null, subjectId: null, topicId: null };

/**
 * The next step is the first open item of the plan. An exam that is open, or opens within the hour, takes its place.
 * `skip` goes on to the following items. Null without a followed exam with a syllabus.
 */
export async function readNextStep(deps: Deps, user: SessionUser, { skip }: QueryOf<typeof getNextStep>) {
  const [exam, items] = await Promise.all([findExamNow(deps, user), listOpenItems(deps, user.id)]);
  if (items === null) return { step: null, more: false };
  const steps = [...(exam ? [examStep(exam)] : []), ...items.map(stepOf)];
  return { step: steps[skip] ?? null, more: steps.length > skip + 1 };
}

type ExamNow = NonNullable<Awaited<ReturnType<typeof findExamNow>>>;

/** What a start now would leave of the time of everybody, with the person's extra time; without a limit 0. */
function minutesOf({ timeLimit, extraTime, opensAt, closesAt, endsForAll, serverTime }: ExamNow): number {
  if (timeLimit === null) return 0;
  const left = (closesAt.getTime() - serverTime.getTime()) / MINUTE_MS;
  const isShortened = endsForAll && opensAt.getTime() <= serverTime.getTime() && left < timeLimit;
  if (!isShortened) return extraTime?.timeLimit ?? timeLimit;
  return Math.max(1, Math.floor(left * (extraTime?.factor ?? 1)));
}

const examStep = (exam: ExamNow): NextStep => ({
  kind: 'quiz',
  target: { ...nowhere, id: exam.quizId, title: exam.title, questions: exam.questionCount },
  gain: 0,
  minutes: minutesOf(exam),
  reason: 'é o simulado da semana',
});

/** A practice is named by its topic, the others by themselves. */
const stepOf = ({
  kind,
  id,
  title,
  subjectId,
  subjectName,
  questionCount,
  minutes,
  worth,
  topicId,
}: OpenItem): NextStep => ({
  kind,
  target: {
    id: kind === 'practice' || kind === 'review' ? null : id,
    title: kind === 'practice' ? title.replace(/^Treino: /, '') : title,
    subject: subjectName,
    subjectId,
    topicId,
    questions: questionCount,
  },
  gain: worth?.points ?? 0,
  minutes,
  reason: worth?.reason ?? reasons[kind],
});

const reasons: Record<OpenItem['kind'], string> = {
  lesson: 'é a próxima aula do seu plano',
  practice: 'é o próximo treino do seu plano',
  review: 'questões que você está prestes a esquecer ou errou',
  quiz: 'você já passou pelas aulas que vêm antes dele',
  essay: 'é a redação da semana',
};
