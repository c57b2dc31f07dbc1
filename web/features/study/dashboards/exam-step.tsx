import type { StudentDashboard } from '#contract/study/dashboards.ts';
import {
  shortenedTime,
  spokenDuration,
  spokenMomentAt,
  spokenTimeOf,
  windowState,
} from '#web/features/exams/mock-exams/windows/window-words.ts';
import { formatMinutes, plural } from '#web/lib/format.ts';
import { paths } from '#web/lib/paths.ts';
import { useServerNow } from '#web/lib/server-now.ts';
import { StepOnSky } from './day-sky.tsx';

type ExamStepProps = { exam: NonNullable<StudentDashboard['exam']> };

/** The exam instead of the next step. The minutes are those of a start now, by the server's time. */
export default function ExamStep({ exam }: ExamStepProps) {
  const now = useServerNow(exam.serverTime);
  const { quizId, questionCount, timeLimit, extraTime, opensAt, closesAt, resultsAt } = exam;
  const window = { ...exam, isDelivered: false };
  const isOpen = windowState(window, now) === 'open';
  const left = shortenedTime(window, timeLimit, now);
  const time =
    left === null
      ? timeLimit !== null && formatMinutes(extraTime?.timeLimit ?? timeLimit)
      : spokenDuration(left * (extraTime?.factor ?? 1));
  return (
    <StepOnSky
      step={{
        eyebrow: isOpen ? 'Aberta agora' : `Abre ${spokenTimeOf(opensAt, now)}`,
        title: `${exam.title}: ${plural(questionCount, 'questão', 'questões')}`,
        why: isOpen
          ? `Aberta até ${spokenTimeOf(closesAt, now).replace(/^(às|à) /, '')}.${time ? ` Começando agora você tem ${time}.` : ''}`
          : `Fica aberta até ${spokenTimeOf(closesAt, now).replace(/^(às|à) /, '')}.`,
        action: { href: paths.quiz(quizId), text: isOpen ? 'Começar a prova' : 'Ver as regras', look: 'next' },
        note: `uma tentativa, ranking ${spokenMomentAt(resultsAt, now)}`,
      }}
    />
  );
}
