import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useLocation } from 'wouter';
import type { Attempt } from '#contract/exams/mock-exams.ts';
import { keyPriceMoment, PricedLabel } from '#web/features/questions/questions/key-price.tsx';
import { textOf } from '#web/lib/api.ts';
import { dayOf, formatNearDay } from '#web/lib/calendar-day.ts';
import { formatMinutes, formatPoints, formatShare, plural } from '#web/lib/format.ts';
import { paths } from '#web/lib/paths.ts';
import { Button } from '#web/ui/button.tsx';
import { ButtonLink } from '#web/ui/button-link.tsx';
import { Card } from '#web/ui/card.tsx';
import { Fold } from '#web/ui/fold.tsx';
import { LoadError } from '#web/ui/load-error.tsx';
import { MasterySun } from '#web/ui/mastery-sun.tsx';
import { Skeleton, SkeletonGroup } from '#web/ui/skeleton.tsx';
import { resultOf, withheldText } from '../results.ts';
import { SeenKeyNotice } from './key-notice.tsx';
import { PassBadge } from './pass-badge.tsx';
import { mistakesLabel, TrainingButton } from './practice-card.tsx';
import { attemptsNote, PreviousAttempts } from './previous-attempts.tsx';
import {
  type AttemptResult,
  type QuizOverview,
  quizPracticeQuery,
  resultQuery,
  useStartPractice,
} from './quizzes.queries.ts';
import { RuledSubjects } from './ruled-subjects.tsx';
import { eliminationText, pointWords, ruledHeadline, ruledOf } from './ruled-words.ts';
import { RulesFold } from './rules-fold.tsx';
import { SubjectResults } from './subject-results.tsx';

type Attempts = UseQueryResult<{ items: Attempt[]; total: number }>;
type Result = UseQueryResult<AttemptResult>;
type StartButton = (look: { variant: 'next' | 'line'; note: string }) => ReactNode;
export type QuizDoneProps = {
  quiz: QuizOverview;
  attempts: Attempts;
  /** The button that begins another attempt; null where none can begin now. */
  startButton: StartButton | null;
};

/** A simulado with a closed attempt: the latest result, what to do with it, where the errors are, then the details. */
export default function QuizDone({ quiz, attempts, startButton }: QuizDoneProps) {
  const latest = attempts.data?.items[0];
  const result = useQuery({ ...resultQuery(latest?.id ?? 0), enabled: latest !== undefined });
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4 md:gap-6">
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 md:gap-6 lg:grid-cols-2">
        <Card title={<span className="sr-only">Resultado</span>} className="[&>header]:mb-0">
          {latest ? <LatestResult attempt={latest} result={result} /> : <MissingResult {...attempts} />}
          <DoneActions quiz={quiz} attempt={latest} startButton={startButton} />
          <SeenKeyNotice quiz={quiz} />
        </Card>
        {latest && result.data ? (
          <Errors quiz={quiz} attempt={latest} result={result.data} />
        ) : (
          latest && <MissingErrors {...result} />
        )}
      </div>
      <div className="divide-y divide-line rounded-card border border-line bg-surface">
        <Fold title="Tentativas" note={attemptsNote(quiz)}>
          <PreviousAttempts query={attempts} quizId={quiz.id} />
        </Fold>
        <RulesFold quiz={quiz} />
      </div>
    </div>
  );
}

function MissingResult(attempts: Attempts) {
  // The overview counts an attempt that the list does not have: it ended between the two reads.
  const isEmpty = attempts.isSuccess && !attempts.isFetching;
  if (!attempts.isError && !isEmpty) return <SkeletonGroup label="Carregando o resultado…" blocks={['h-24']} />;
  return (
    <LoadError
      of={attempts}
      title={isEmpty ? 'O resultado ainda não chegou' : 'Não conseguimos buscar o seu resultado'}
      text={isEmpty ? 'A sua prova está entregue. Busque o resultado de novo.' : textOf(attempts.error)}
      headingLevel={3}
    />
  );
}

function MissingErrors(result: Result) {
  if (!result.isError) return <Skeleton className="h-72" />;
  return (
    <Card>
      <LoadError of={result} title="Não conseguimos buscar os acertos por matéria" headingLevel={3} />
    </Card>
  );
}

/** Counted by the rules of the attempt's version: the published version may have other rules. */
function LatestResult({ attempt, result }: { attempt: Attempt; result: Result }) {
  const shown = resultOf(attempt);
  const when = `${formatNearDay(dayOf(attempt.finishedAt))}, em ${formatMinutes(Math.max(1, attempt.timeSpent / 60))}`;
  if (!shown) {
    return (
      <>
        <p>{withheldText(attempt.withheldBy)}.</p>
        <p className="text-ink-soft text-sm">{when}</p>
      </>
    );
  }
  const { data } = result;
  const ruled = data ? ruledOf(data) : null;
  return (
    <div className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-4 md:gap-5">
      <MasterySun value={shown.percent / 100} className="w-20 md:w-28" />
      <div className="min-w-0">
        {result.isPending ? (
          <Skeleton className="h-10 w-32" />
        ) : ruled ? (
          <Figure value={formatPoints(ruled.points)} beside={`de ${pointWords(ruled.maxPoints)}`} />
        ) : (
          <Figure value={`${shown.score}/10`} beside={formatShare(shown.percent)} />
        )}
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-ink-soft text-sm">
          <PassBadge passed={shown.passed} />
          {ruled
            ? [`${ruledHeadline(ruled)}.`, eliminationText(ruled)].filter(Boolean).join(' ')
            : data && distanceWords(data, attempt.totalQuestions, shown)}
        </p>
        <p className="mt-1 text-ink-soft text-sm">{when}</p>
        {attempt.keyKnown && (
          <p className="mt-1 text-sm">Não conta para o certificado: você viu o gabarito menos de um dia antes.</p>
        )}
      </div>
    </div>
  );
}

const Figure = ({ value, beside }: { value: string; beside: string }) => (
  <p className="font-strong text-show-md tabular-nums leading-tight tracking-[-0.025em]">
    {value} <span className="font-normal text-base text-ink-soft tracking-normal">{beside}</span>
  </p>
);

type Shown = NonNullable<ReturnType<typeof resultOf>>;

/** 'o mínimo são 7 acertos de 10. Faltou 1 acerto.' Without rules each right or annulled question is one point. */
function distanceWords({ passLine }: AttemptResult, total: number, { passed, correctAnswers: hits }: Shown): string {
  const needed = Math.ceil(passLine ?? 0);
  const missing = needed - hits;
  if (passed || missing <= 0) return `${plural(hits, 'acerto', 'acertos')} de ${total}.`;
  const minimum = `o mínimo são ${plural(needed, 'acerto', 'acertos')} de ${total}.`;
  return `${minimum} ${missing === 1 ? 'Faltou' : 'Faltaram'} ${plural(missing, 'acerto', 'acertos')}.`;
}

type DoneActionsProps = { quiz: QuizOverview; attempt: Attempt | undefined; startButton: StartButton | null };

/** The errors again is the next step; without errors, another attempt is, unless this one passed. */
function DoneActions({ quiz, attempt, startButton }: DoneActionsProps) {
  const [, navigate] = useLocation();
  const practice = useQuery(quizPracticeQuery(quiz.id));
  const start = useStartPractice(quiz.id);
  const { wrongCount = 0, openMistakes = null, postponesTo = null } = practice.data ?? {};
  const hasMistakes = wrongCount > 0 || openMistakes !== null;
  const isNext = !practice.isPending && !hasMistakes && attempt?.passed === false;
  return (
    <>
      <div className="mt-5 grid gap-3 md:flex md:flex-wrap md:[&>*]:grow">
        {practice.isPending && <Skeleton className="h-15" />}
        {hasMistakes && (
          <Button
            variant="next"
            size="lg"
            busy={start.isPending}
            onClick={() => start.mutate('mistakes', { onSuccess: ({ id }) => navigate(paths.practice(id)) })}
          >
            <PricedLabel postponesTo={postponesTo}>{mistakesLabel({ wrongCount, openMistakes })}</PricedLabel>
          </Button>
        )}
        {startButton?.({ variant: isNext ? 'next' : 'line', note: startNote(quiz) })}
      </div>
      {hasMistakes && postponesTo !== null && (
        <p className="mt-3 text-ink-soft text-sm">
          Depois de ver respostas, só vale certificado a prova começada um dia mais tarde.
        </p>
      )}
    </>
  );
}

/** What another attempt is worth, inside its button. */
function startNote({ questionCount, keyRule }: QuizOverview): string {
  const questions = plural(questionCount, 'questão', 'questões');
  if (!keyRule) return questions;
  if (!keyRule.countsFrom) return `${questions}, já vale certificado`;
  return `vale certificado desde ${keyPriceMoment(keyRule.countsFrom)}`;
}

type ErrorsProps = { quiz: QuizOverview; attempt: Attempt; result: AttemptResult };

/** Where the points were lost, and the way to the commented questions. */
function Errors({ quiz, attempt, result }: ErrorsProps) {
  const postponesTo = useQuery(quizPracticeQuery(quiz.id)).data?.postponesTo ?? null;
  const ruled = ruledOf(result);
  const shown = resultOf(attempt);
  // Without rules each right or annulled question is one point.
  const subjects = result.subjects
    .map(({ name, points, maxPoints }) => ({ name, correct: points, total: maxPoints }))
    .sort((a, b) => a.correct / a.total - b.correct / b.total);
  const cut =
    result.passLine !== null && result.maxPoints ? (result.passLine / result.maxPoints) * 100 : quiz.passingScore;
  const errors = shown ? attempt.totalQuestions - shown.correctAnswers : 0;
  return (
    <Card title={errors === 0 ? 'Por matéria' : errors === 1 ? 'Onde ficou o erro' : `Onde ficaram os ${errors} erros`}>
      {ruled ? <RuledSubjects subjects={ruled.subjects} /> : <SubjectResults subjects={subjects} passingScore={cut} />}
      <div className="mt-5 grid grid-cols-1 gap-2">
        <ButtonLink href={paths.quizAttempt(quiz.id, attempt.id)} variant="line" size="lg">
          <PricedLabel postponesTo={postponesTo} words="abrir o gabarito adia o certificado para">
            Ver {attempt.totalQuestions === 1 ? 'a questão comentada' : `as ${attempt.totalQuestions} comentadas`}
          </PricedLabel>
        </ButtonLink>
        <TrainingButton quizId={quiz.id} />
      </div>
    </Card>
  );
}
