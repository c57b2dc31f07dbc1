import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense, useState } from 'react';
import { Link } from 'wouter';
import type { ExpectedScore } from '#contract/study/exam-map.ts';
import { daysBetween } from '#contract/time.ts';
import { formatDay } from '#web/lib/calendar-day.ts';
import { formatPercent, plural } from '#web/lib/format.ts';
import { paths } from '#web/lib/paths.ts';
import { Card } from '#web/ui/card.tsx';
import { lazyChunk } from '#web/ui/lazy-chunk.tsx';
import { LoadError } from '#web/ui/load-error.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { scoreQuery } from './exam-map.queries.ts';
import { amount, points } from './map-words.ts';
import { ScoreLine } from './score-line.tsx';

const HowWeReckon = lazyChunk(() => import('./how-we-reckon.tsx'), 'over');

/** The card on home: today's expected score, its trend, and the link to the missing points. */
export default function ExamOutlook({ examId }: { examId: number }) {
  const score = useQuery(scoreQuery);
  return <Part query={score}>{(data) => <ScoreCard score={data} examId={examId} />}</Part>;
}

type Asked<T> = Pick<UseQueryResult<T>, 'data' | 'error' | 'isError' | 'isFetching' | 'refetch'>;

function Part<T>({ query, children }: { query: Asked<T>; children: (data: T) => ReactNode }) {
  if (query.data !== undefined) return children(query.data);
  if (!query.isError) return <Skeleton className="h-72 rounded-card" />;
  return (
    <Card>
      <LoadError of={query} title="Não conseguimos fazer a estimativa" text={null} headingLevel={3} />
    </Card>
  );
}

function ScoreCard({ score, examId }: { score: ExpectedScore; examId: number }) {
  const [isOpen, setOpen] = useState(false);
  const { history } = score;
  const [first, last] = [history[0], history.at(-1)];
  const moved = first && last && first !== last && score.score !== null ? score.score - first.score : null;
  return (
    <Card
      title="Sua nota, se a prova fosse hoje"
      aside={
        <button type="button" className="link tappable" onClick={() => setOpen(true)}>
          Como calculamos
        </button>
      }
    >
      {score.score === null || score.low === null || score.high === null ? (
        <FewData score={score} />
      ) : (
        <>
          <p className="flex flex-wrap items-baseline gap-x-2 tabular-nums">
            <span className="font-strong text-2xl">{points(score.score)}</span>
            <span className="text-ink-soft">de {amount(score.of)} pontos, estimativa</span>
            {moved !== null && first && last && Math.abs(moved) >= 0.05 && (
              <span className="ml-auto font-strong text-sm">
                {moved > 0 ? '+' : '−'}
                {points(Math.abs(moved))} em {plural(daysBetween(first.day, last.day), 'dia', 'dias')}
              </span>
            )}
          </p>
          {history.length > 1 && <ScoreLine history={history} passMark={score.passMark} />}
          <p className="mt-3 text-ink-soft text-sm">
            Entre {points(score.low)} e {points(score.high)}, com {plural(score.answers, 'resposta', 'respostas')}.{' '}
            <Link href={paths.examMap(examId)} className="link">
              Onde estão os pontos que faltam
            </Link>
          </p>
          <Minimums score={score} />
          <details className="text-sm">
            <summary className="flex min-h-11 cursor-pointer items-center font-strong text-link">
              Regras e último simulado
            </summary>
            <ExamRulesOf score={score} />
            <LastCheck score={score} />
          </details>
        </>
      )}
      <Suspense>{isOpen && <HowWeReckon onClose={() => setOpen(false)} />}</Suspense>
    </Card>
  );
}

/**
 * Why there is no estimate: it is withdrawn, or different questions are missing in total or in topics not known yet.
 */
function FewData({ score: { why, answers, missing, missingTopics, missingInTopics } }: { score: ExpectedScore }) {
  if (why === 'withdrawn')
    return (
      <p>
        A estimativa está em revisão: nos últimos simulados, notas demais ficaram fora da faixa que mostramos. Ela volta
        quando as faixas voltarem a acertar. Seus dados e seu plano continuam valendo.
      </p>
    );
  return (
    <>
      <p>
        Poucos dados para estimar: {missing === 1 ? 'falta' : 'faltam'}{' '}
        {plural(missing, 'questão diferente', 'questões diferentes')}
        {answers > 0 && ` (você já respondeu ${answers})`}. Repetir uma questão não conta.
      </p>
      {missingTopics > 0 && (
        <p className="mt-2 text-ink-soft text-sm">
          {missingInTopics === missing ? 'Elas precisam ser' : `Destas, pelo menos ${missingInTopics}`} de{' '}
          {plural(missingTopics, 'assunto', 'assuntos')} com menos de 3 questões respondidas.
        </p>
      )}
    </>
  );
}

const guessingWords = {
  pays: 'Em dúvida, vale a pena chutar.',
  even: 'Chutar, em média, não ganha nem perde.',
  costs: 'Chutar sem saber tira pontos: contamos como em branco o que você não sabe.',
} as const;

/** By which rules the points were counted, and how likely they are to be enough. */
function ExamRulesOf({ score: { passChance, wrongPoints, guessing } }: { score: ExpectedScore }) {
  return (
    <p className="mt-3 text-ink-soft text-sm">
      {passChance !== null && (
        <span className="font-strong text-ink">Chance de passar: {formatPercent(passChance)}. </span>
      )}
      {wrongPoints === null && 'A escola não informou se errar tira pontos nesta prova: contamos só os acertos.'}
      {wrongPoints === 0 && 'Nesta prova, errar não tira pontos.'}
      {wrongPoints !== null && wrongPoints < 0 && `Nesta prova, cada erro tira ${amount(-wrongPoints)} de acerto. `}
      {wrongPoints !== null && wrongPoints < 0 && guessing && guessingWords[guessing]}
    </p>
  );
}

function Minimums({ score: { minimums } }: { score: ExpectedScore }) {
  const atRisk = minimums.filter(({ low, minimum }) => low < minimum);
  if (atRisk.length === 0) return null;
  return (
    <Notice tone="sun" className="mt-3">
      <ul>
        {atRisk.map(({ subjectId, name, minimum, expected, low, high }) => (
          <li key={subjectId}>
            {name}: o mínimo é {amount(minimum)} acertos e a estimativa é {points(expected)} (entre {points(low)} e{' '}
            {points(high)}).
          </li>
        ))}
      </ul>
    </Notice>
  );
}

function LastCheck({ score: { checks } }: { score: ExpectedScore }) {
  const [last] = checks;
  if (!last) return null;
  const came = last.net ?? last.right;
  const isWithin = came >= last.low && came <= last.high;
  return (
    <p className="mt-3 text-ink-soft text-sm">
      No último simulado ({last.title}, {formatDay(last.day)}) esperávamos entre {points(last.low)} e{' '}
      {points(last.high)} acertos{last.net !== null && ' líquidos'} e vieram {amount(came)}:{' '}
      {isWithin ? 'dentro da faixa' : 'fora da faixa'}.
    </p>
  );
}
