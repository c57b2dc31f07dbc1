import { LazyPushOffer } from '#web/features/platform/push/lazy-push-offer.tsx';
import { formatDateTime, plural } from '#web/lib/format.ts';
import { useServerNow } from '#web/lib/server-now.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { usePresence } from '../windows/use-presence.ts';
import { shortenedTime, spokenMoment, spokenMomentAt, timeLeft, windowState } from '../windows/window-words.ts';
import { lateStartText } from './late-start.tsx';
import type { QuizOverview } from './quizzes.queries.ts';

type WindowNoticeProps = { quiz: QuizOverview; window: NonNullable<QuizOverview['window']> };

/** When this simulado takes place, and what is possible now. `DeliveredCard` shows one that was handed in. */
export function WindowNotice({ quiz, window }: WindowNoticeProps) {
  const now = useServerNow(quiz.serverTime);
  const presence = usePresence(quiz.id);
  const state = windowState(window, now);
  if (state === 'closed') {
    return (
      <Notice title="Este simulado fechou" className="mt-6">
        Ele volta a abrir com o resultado, {formatDateTime(window.resultsAt)}.
      </Notice>
    );
  }
  const left = quiz.openAttempt ? null : shortenedTime(window, quiz.timeLimit, now);
  if (state === 'open') {
    return (
      <Notice tone="sun" title={`Aberto até ${spokenMoment(window.closesAt, now)}`} className="mt-6">
        {left !== null && <p className="font-strong">{lateStartText(left, { ...quiz, window }, now)}</p>}
        Uma tentativa para cada um. O resultado sai {spokenMomentAt(window.resultsAt, now)}.
      </Notice>
    );
  }
  return (
    <Notice title={`Abre ${formatDateTime(window.opensAt)}`} className="mt-6">
      <p>
        {timeLeft(window.opensAt, now)} Fica aberto até {formatDateTime(window.closesAt)}.{' '}
        {window.confirmed > 0 && plural(window.confirmed, 'aluno já confirmou.', 'alunos já confirmaram.')}
      </p>
      <Button
        variant={window.isConfirmed ? 'line' : 'next'}
        className="mt-3"
        busy={presence.isPending}
        onClick={() => presence.mutate(!window.isConfirmed)}
      >
        {window.isConfirmed ? 'Desistir da presença' : 'Confirmar presença'}
      </Button>
      {window.isConfirmed && presence.isSuccess && (
        <div className="mt-3">
          <LazyPushOffer after="presence" />
        </div>
      )}
    </Notice>
  );
}
