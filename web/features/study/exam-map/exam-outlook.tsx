import { useQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense, useState } from 'react';
import { Link } from 'wouter';
import type { ExamMap, ExpectedScore } from '#contract/study/exam-map.ts';
import { daysBetween } from '#contract/time.ts';
import { formatDay } from '#web/lib/calendar-day.ts';
import { formatPercent, plural } from '#web/lib/format.ts';
import { paths } from '#web/lib/paths.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { lazyChunk } from '#web/ui/lazy-chunk.tsx';
import { MasterySun } from '#web/ui/mastery-sun.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { mapQuery, scoreQuery } from './exam-map.queries.ts';
import { amount, gainText, listed, points } from './map-words.ts';
import { ScoreScale } from './score-scale.tsx';

const HowWeReckon = lazyChunk(() => import('./how-we-reckon.tsx'), 'over');

const SHOWN = 3;

/** Home's two cards: what the exam would bring today, and where the missing points are. */
export default function ExamOutlook({ examId }: { examId: number }) {
  const score = useQuery(scoreQuery);
  const map = useQuery(mapQuery(examId));
  return (
    <div className="grid items-start gap-4 md:gap-6 lg:grid-cols-2">
      <Part query={score}>{(data) => <ScoreCard score={data} />}</Part>
      <Part query={map}>{(data) => <MissingPoints map={data} />}</Part>
    </div>
  );
}

type Asked<T> = { data: T | undefined; isError: boolean; isFetching: boolean; refetch: () => unknown };

function Part<T>({ query, children }: { query: Asked<T>; children: (data: T) => ReactNode }) {
  if (query.data !== undefined) return children(query.data);
  if (!query.isError) return <Skeleton className="h-72 rounded-card" />;
  return (
    <Card>
      <ErrorState
        title="Não conseguimos fazer a estimativa"
        onRetry={() => query.refetch()}
        retrying={query.isFetching}
        headingLevel={3}
      />
    </Card>
  );
}

function ScoreCard({ score }: { score: ExpectedScore }) {
  const [isOpen, setOpen] = useState(false);
  const { history } = score;
  const [first, last] = [history[0], history.at(-1)];
  const moved = first && last && first !== last && score.score !== null ? score.score - first.score : null;
  return (
    <Card
      title="Sua nota, se a prova fosse hoje"
      aside={
        <Button variant="quiet" size="sm" onClick={() => setOpen(true)}>
          Como calculamos
        </Button>
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
          <ScoreScale score={score.score} low={score.low} high={score.high} of={score.of} passMark={score.passMark} />
          <p className="mt-3 text-ink-soft text-sm">
            Entre {points(score.low)} e {points(score.high)} com o que você já respondeu (
            {plural(score.answers, 'questão', 'questões')}). Cada simulado completo estreita essa faixa.
          </p>
          <ExamRulesOf score={score} />
          <Minimums score={score} />
          <LastCheck score={score} />
        </>
      )}
      <Suspense>{isOpen && <HowWeReckon onClose={() => setOpen(false)} />}</Suspense>
    </Card>
  );
}

/** What is missing, by what it is: questions in all, or questions in topics that are not known yet. */
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

function MissingPoints({ map }: { map: ExamMap }) {
  const topics = listed(map, 'gain').filter(({ gain }) => gain >= 0.05);
  return (
    <Card
      title="Onde estão os pontos que faltam"
      aside={
        <Link href={paths.examMap(map.examId)} className="link">
          Ver o edital inteiro
        </Link>
      }
    >
      {topics.length === 0 && <p className="text-ink-soft">Nenhum assunto com pontos a ganhar agora.</p>}
      <ul className="divide-y divide-line">
        {topics.slice(0, SHOWN).map((topic) => (
          <li key={topic.topicId}>
            <Link
              href={paths.examMapTopic(map.examId, topic.topicId)}
              className="flex min-h-14 items-center gap-3 py-2 hover:bg-hover"
            >
              <MasterySun value={topic.mastery} tried={topic.answers > 0} className="w-9" />
              <span className="min-w-0 grow">
                <span className="wrap-anywhere block font-strong">{topic.name}</span>
                <span className="block text-ink-soft text-sm">
                  {topic.subject},{' '}
                  {topic.mastery === null
                    ? `pouca evidência: ${plural(topic.answers, 'questão', 'questões')}`
                    : `você acerta ${formatPercent(topic.mastery)}, com ${plural(topic.answers, 'questão', 'questões')}`}
                </span>
              </span>
              <span className="shrink-0 text-right font-strong tabular-nums">
                {gainText(topic)}
                <span className="block font-normal text-ink-soft text-sm">ponto</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  );
}
