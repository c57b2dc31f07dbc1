import { Link } from 'wouter';
import { formatMinutes, formatShare, plural } from '#web/lib/format.ts';
import { useNow } from '#web/lib/hydration.ts';
import { paths } from '#web/lib/paths.ts';
import { Badge } from '#web/ui/badge.tsx';
import { ButtonLink } from '#web/ui/button-link.tsx';
import { MasterySun } from '#web/ui/mastery-sun.tsx';
import { withheldText } from '../results.ts';
import { spokenMoment } from '../windows/window-words.ts';
import { PassBadge } from './pass-badge.tsx';
import type { ListedQuiz } from './quizzes.queries.ts';

/** Below the cut the disc stays well below the whole one, however near it came. */
const sunUnderCut = (share: number) => 0.15 + 0.5 * Math.min(1, share);

/** 'Abre sábado, 9h', 'Fecha hoje, 18h', 'Resultado sábado, 18h': spoken, because a date does not fit beside a button. */
function windowText(
  { opensAt, closesAt, resultsAt, isDelivered }: NonNullable<ListedQuiz['window']>,
  now: number,
): string {
  if (isDelivered || now >= Date.parse(closesAt)) return `Resultado ${spokenMoment(resultsAt, now)}`;
  return now < Date.parse(opensAt) ? `Abre ${spokenMoment(opensAt, now)}` : `Fecha ${spokenMoment(closesAt, now)}`;
}

/** A row of the list: the best result, the facts of the simulado, and the state of the student in it. */
export function QuizRow({ quiz }: { quiz: ListedQuiz }) {
  const { best, openAttempt, attemptCount, withheldBy } = quiz;
  const now = useNow().getTime();
  const label = openAttempt ? 'Continuar' : quiz.window ? 'Ver' : attemptCount > 0 ? 'Refazer' : 'Começar';
  return (
    <article className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-3 md:grid md:grid-cols-[2.75rem_minmax(0,1fr)_13rem_6.5rem] md:gap-x-4 md:px-5">
      <MasterySun
        value={best === null ? null : best.passed ? 1 : sunUnderCut(best.percent / Math.max(1, quiz.passingScore))}
        className="w-10 self-start md:w-11 md:self-center"
      />
      {/* Large text leaves the button no space beside it: then it is below. */}
      <div className="min-w-0 flex-[1_1_6rem]">
        <h2 className="text-base">
          <Link href={paths.quiz(quiz.id)} className="break-words text-ink no-underline hover:underline">
            {quiz.title}
          </Link>
        </h2>
        <p className="text-ink-soft text-sm">
          {quiz.isTrueFalse
            ? `${plural(quiz.questionCount, 'item', 'itens')} Certo ou Errado`
            : plural(quiz.questionCount, 'questão', 'questões')}
          , {quiz.timeLimit === null ? 'sem limite de tempo' : formatMinutes(quiz.timeLimit)}, nota de corte{' '}
          {quiz.passingScore}%
        </p>
      </div>
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm max-md:order-last max-md:basis-full max-md:pl-13">
        {openAttempt && (
          <Badge tone="sun" icon={null}>
            Em andamento
          </Badge>
        )}
        {quiz.window && !openAttempt && <Badge tone="info">{windowText(quiz.window, now)}</Badge>}
        {quiz.isNew && !quiz.window && (
          <Badge tone="info" icon={null}>
            Novo
          </Badge>
        )}
        {best && (
          <>
            <span className="tabular-nums">
              <span className="text-ink-soft">Melhor nota: </span>
              <b>{best.score}/10</b> {formatShare(best.percent)}
            </span>
            <PassBadge passed={best.passed} />
          </>
        )}
        {!best && withheldBy && <span className="text-ink-soft">{withheldText(withheldBy)}</span>}
        {attemptCount === 0 && !quiz.isNew && !openAttempt && !quiz.window && (
          <span className="text-ink-soft">Não feito</span>
        )}
        {attemptCount > 1 && <span className="text-ink-soft text-xs">{attemptCount} tentativas</span>}
      </div>
      <ButtonLink
        href={paths.quiz(quiz.id)}
        variant={openAttempt ? 'next' : 'line'}
        size="sm"
        className="max-md:ml-auto md:justify-self-end"
      >
        {label}
        <span className="sr-only">: {quiz.title}</span>
      </ButtonLink>
    </article>
  );
}
