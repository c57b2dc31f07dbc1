import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { Link } from 'wouter';
import { formatTime, plural } from '#web/lib/format.ts';
import { paths } from '#web/lib/paths.ts';
import { useServerNow } from '#web/lib/server-now.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { lazyChunk } from '#web/ui/lazy-chunk.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { shortenedTime, windowState } from '../windows/window-words.ts';
import type { AttemptsCardProps } from './attempts-card.tsx';
import type { DeliveredProps } from './delivered-card.tsx';
import { SeenKeyNotice } from './key-notice.tsx';
import { LateStartDialog } from './late-start.tsx';
import { type FinishWaiting, waitingText } from './pending-finish.ts';
import { PracticeCard } from './practice-card.tsx';
import type { QuizDoneProps } from './quiz-done.tsx';
import { Instructions, QuizFacts } from './quiz-facts.tsx';
import { latestAttemptsQuery, type QuizOverview } from './quizzes.queries.ts';
import { RulesCard } from './rules-card.tsx';
import { WindowNotice } from './window-notice.tsx';

const AttemptsCard = lazyChunk<AttemptsCardProps>(() => import('./attempts-card.tsx'));
const QuizDone = lazyChunk<QuizDoneProps>(() => import('./quiz-done.tsx'));
const Delivered = lazyChunk<DeliveredProps>(() => import('./delivered-card.tsx'));

type StartLook = { variant: 'next' | 'line'; note?: string; className?: string };

type QuizPageProps = {
  quiz: QuizOverview;
  onStart: () => void;
  onAboutToStart: () => void;
  starting: boolean;
  /** An attempt was open on this page, and is no more. */
  handedInHere: boolean;
  /** Its end was chosen here, and the server does not know it yet. */
  finishWaiting: FinishWaiting | null;
};

export function QuizPage({ quiz, onStart, onAboutToStart, starting, handedInHere, finishWaiting }: QuizPageProps) {
  const { openAttempt, timeLimit, attemptCount } = quiz;
  const label = openAttempt ? 'Continuar Simulado' : attemptCount > 0 ? 'Refazer Simulado' : 'Iniciar Simulado';
  const attempts = useQuery(latestAttemptsQuery(quiz.id));
  const now = useServerNow(quiz.serverTime);
  const state = quiz.window && windowState(quiz.window, now);
  const isDone = attemptCount > 0 && !openAttempt;
  const [isAsking, setAsking] = useState(false);
  const isShortened = quiz.window !== null && !openAttempt && shortenedTime(quiz.window, timeLimit, now) !== null;
  const startButton = ({ variant, note, className }: StartLook) => (
    <Button
      variant={variant}
      size="lg"
      className={className}
      busy={starting}
      busyLabel="Abrindo..."
      onClick={isShortened ? () => setAsking(true) : onStart}
      onPointerEnter={onAboutToStart}
      onFocus={onAboutToStart}
    >
      {note ? (
        <span className="grid justify-items-center leading-tight">
          {label} <span className="font-normal text-sm">{note}</span>
        </span>
      ) : (
        label
      )}
    </Button>
  );
  const canStart = !quiz.window || state === 'open' || openAttempt !== null;
  return (
    <Page>
      <PageHeader
        eyebrow={<span className="max-md:hidden">Simulado</span>}
        title={quiz.title}
        subtitle={quiz.subjects.map(({ name }) => name).join(' · ') || undefined}
        actions={
          quiz.hasRanking && (
            <Link href={paths.ranking(quiz.id)} className="link tappable">
              Ver ranking
            </Link>
          )
        }
      />
      {finishWaiting && (
        <Notice tone="sun" title="Seu simulado ainda não foi enviado" className="mb-6">
          {waitingText(finishWaiting)}
        </Notice>
      )}
      {openAttempt && !finishWaiting && (
        <Notice tone="sun" title="Você tem um simulado em andamento" className="mb-6">
          {plural(openAttempt.answered, 'questão respondida', 'questões respondidas')} de {quiz.questionCount}.{' '}
          {timeLimit !== null &&
            `O relógio não para se você sair: o tempo acaba às ${formatTime(openAttempt.deadlineAt)}.`}
        </Notice>
      )}
      {quiz.window && state === 'delivered' ? (
        <Suspense fallback={<Skeleton className="h-72" />}>
          <Delivered quiz={quiz} window={quiz.window} now={now} takesFocus={handedInHere} />
        </Suspense>
      ) : isDone ? (
        <>
          {quiz.window && (
            <div className="mb-6 *:mt-0">
              <WindowNotice quiz={quiz} window={quiz.window} />
            </div>
          )}
          <Suspense fallback={<Skeleton className="h-72" />}>
            <QuizDone quiz={quiz} attempts={attempts} startButton={canStart ? startButton : null} />
          </Suspense>
        </>
      ) : (
        <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,1.75fr)_minmax(300px,1fr)]">
          <Card title="Sobre este simulado">
            <QuizFacts quiz={quiz} />
            <SeenKeyNotice quiz={quiz} />
            {quiz.window && <WindowNotice quiz={quiz} window={quiz.window} />}
            {canStart && startButton({ variant: 'next', className: 'mt-6 max-md:w-full' })}
          </Card>
          <div className="grid grid-cols-1 gap-6 lg:row-span-2">
            <PracticeCard quizId={quiz.id} />
            {attemptCount > 0 ? (
              <Suspense fallback={<Skeleton className="h-32" />}>
                <AttemptsCard quiz={quiz} attempts={attempts} />
              </Suspense>
            ) : (
              <Card title="Tentativas anteriores">
                <p className="text-ink-soft">Nenhuma tentativa ainda.</p>
              </Card>
            )}
          </div>
          <div className="grid grid-cols-1 gap-6">
            {quiz.rules && <RulesCard rules={quiz.rules} passingScore={quiz.passingScore} />}
            <Card title="Instruções">
              <Instructions quiz={quiz} />
            </Card>
          </div>
        </div>
      )}
      {quiz.window && (
        <LateStartDialog
          quiz={{ ...quiz, window: quiz.window }}
          open={isAsking}
          onOpenChange={setAsking}
          onConfirm={() => {
            setAsking(false);
            onStart();
          }}
        />
      )}
    </Page>
  );
}
