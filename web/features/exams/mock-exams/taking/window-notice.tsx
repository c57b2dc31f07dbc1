import { LazyPushOffer } from '#web/features/platform/push/lazy-push-offer.tsx';
import { formatDateTime, plural } from '#web/lib/format.ts';
import { useServerNow } from '#web/lib/server-now.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { usePresence } from '../windows/use-presence.ts';
import { timeLeft, windowState } from '../windows/window-words.ts';
import type { QuizOverview } from './quizzes.queries.ts';

type WindowNoticeProps = { quizId: number; window: NonNullable<QuizOverview['window']>; serverTime: string };

/** When this simulado is taken, and what one may do about it now. */
export function WindowNotice({ quizId, window, serverTime }: WindowNoticeProps) {
  const now = useServerNow(serverTime);
  const presence = usePresence(quizId);
  const state = windowState(window, now);
  if (state === 'delivered') {
    return (
      <Notice title="Simulado concluído!" className="mt-6">
        O resultado sai {formatDateTime(window.resultsAt)}. Até lá, nota e gabarito ficam fechados para todos.
      </Notice>
    );
  }
  if (state === 'closed') {
    return (
      <Notice title="Este simulado fechou" className="mt-6">
        Ele volta a abrir com o resultado, {formatDateTime(window.resultsAt)}.
      </Notice>
    );
  }
  if (state === 'open') {
    return (
      <Notice tone="sun" title={`Aberto até ${formatDateTime(window.closesAt)}`} className="mt-6">
        Uma tentativa para cada um. O resultado sai {formatDateTime(window.resultsAt)}.
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
