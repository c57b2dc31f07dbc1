import { ArrowRight, CalendarCheck } from 'lucide-react';
import type { UpcomingWindow } from '#contract/exams/quiz-windows.ts';
import { LazyPushOffer } from '#web/features/platform/push/lazy-push-offer.tsx';
import { formatDateTime, formatMinutes, plural } from '#web/lib/format.ts';
import { paths } from '#web/lib/paths.ts';
import { useServerNow } from '#web/lib/server-now.ts';
import { Button } from '#web/ui/button.tsx';
import { ButtonLink } from '#web/ui/button-link.tsx';
import { usePresence } from './use-presence.ts';
import { spokenMoment, timeLeft, type WindowState, windowState } from './window-words.ts';

/** How far the sun is up: nothing, coming, risen. */
const levels: Record<WindowState, number> = { before: 0.3, open: 0.6, delivered: 1, closed: 1 };

type WindowCardProps = {
  window: UpcomingWindow;
  serverTime: string;
  /** The amber button of the page belongs to this card. */
  isNext?: boolean;
};

/** A simulado with a window: before it opens, while it is open, and after it was handed in. */
export function WindowCard({ window, serverTime, isNext = true }: WindowCardProps) {
  const now = useServerNow(serverTime);
  const presence = usePresence(window.quizId);
  const state = windowState(window, now);
  const { title, questionCount, isTrueFalse, timeLimit, confirmed, isConfirmed } = window;
  const level = levels[state];
  const look = isNext ? 'next' : 'line';
  return (
    <section
      aria-label="Simulado da semana"
      className="on-night @container relative isolate overflow-hidden rounded-card bg-night text-on-night"
    >
      <svg
        aria-hidden="true"
        viewBox="0 0 400 240"
        preserveAspectRatio="xMaxYMax slice"
        // In a narrow card the sun is below the text, because light text on it would be hard to read.
        className="absolute inset-x-0 bottom-0 -z-1 h-28 w-full overflow-visible @2xl:inset-y-0 @2xl:left-auto @2xl:h-full @2xl:w-2/3"
      >
        <circle cx="260" cy="240" r={150 + 70 * level} fill="var(--dawn-1)" />
        <circle cx="260" cy="240" r={110 + 60 * level} fill="var(--dawn-2)" />
        {level >= 0.3 && <circle cx="260" cy="240" r={80 + 45 * level} fill="var(--dawn-3)" />}
        {level >= 0.6 && <circle cx="260" cy="240" r={52 + 30 * level} fill="var(--dawn-4)" />}
        <circle cx="260" cy={262 - 60 * level} r="44" fill="var(--dawn-6)" />
      </svg>
      <div className="p-5 pb-28 @2xl:p-8">
        <p className="font-strong text-sun text-sm">Simulado da semana</p>
        <p className="mt-1 font-strong text-show-sm leading-tight tracking-[-0.02em] @2xl:text-show-md">
          {headline(state, window, now)}
        </p>
        <p className="mt-2 max-w-[52ch]">
          {title}, {isTrueFalse ? plural(questionCount, 'item', 'itens') : plural(questionCount, 'questão', 'questões')}
          {timeLimit !== null && `, ${formatMinutes(timeLimit)} em modo prova`}.
          <br />
          {state === 'before' && `${timeLeft(window.opensAt, now)} `}
          {state !== 'delivered' && confirmed > 0 && plural(confirmed, 'aluno já confirmou.', 'alunos já confirmaram.')}
          {state === 'delivered' && 'Simulado concluído!'}
        </p>
        <div className="mt-4 flex flex-wrap gap-2">
          {state === 'open' && (
            <ButtonLink href={paths.quiz(window.quizId)} variant={look} size="lg">
              Entrar <ArrowRight />
            </ButtonLink>
          )}
          {state === 'before' && !isConfirmed && (
            <Button variant={look} size="lg" busy={presence.isPending} onClick={() => presence.mutate(true)}>
              Confirmar presença
            </Button>
          )}
          {state === 'before' && isConfirmed && (
            <>
              <span className="inline-flex min-h-11 items-center gap-2" title={formatDateTime(window.opensAt)}>
                <CalendarCheck /> Presença confirmada: avisamos 1 hora antes
              </span>
              <Button
                variant="quiet"
                className="text-on-night"
                busy={presence.isPending}
                onClick={() => presence.mutate(false)}
              >
                Desistir
              </Button>
            </>
          )}
          {state !== 'open' && (isNext || isConfirmed || state !== 'before') && (
            <ButtonLink href={paths.quiz(window.quizId)} variant="night" size="lg">
              Ver as regras
            </ButtonLink>
          )}
        </div>
        {isConfirmed && presence.isSuccess && (
          <div className="mt-4 max-w-xl">
            <LazyPushOffer after="presence" />
          </div>
        )}
      </div>
    </section>
  );
}

function headline(state: WindowState, { opensAt, closesAt, resultsAt }: UpcomingWindow, now: number): string {
  if (state === 'before') return `Abre ${spokenMoment(opensAt, now)}`;
  if (state === 'open') return `Aberto agora, fecha ${spokenMoment(closesAt, now)}`;
  return `O resultado sai ${spokenMoment(resultsAt, now)}`;
}
