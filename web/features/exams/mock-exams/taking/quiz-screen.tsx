import { usePrefetchQuery, useQuery } from '@tanstack/react-query';
import { Suspense, useEffect, useState } from 'react';
import { useLocation, useParams } from 'wouter';
import type { Attempt } from '#contract/exams/mock-exams.ts';
import type { AttemptPayload } from '#contract/exams/quiz-attempts.ts';
import type { getQuizOverview } from '#contract/exams/quiz-overview.ts';
import { isRefused, textOf } from '#web/lib/api.ts';
import { loadChunk } from '#web/lib/load-chunk.ts';
import { usePageTitle } from '#web/lib/page-title.ts';
import { paths } from '#web/lib/paths.ts';
import { preferencesQuery } from '#web/lib/preferences.ts';
import { useUser } from '#web/lib/session.ts';
import { ButtonLink } from '#web/ui/button-link.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { lazyChunk } from '#web/ui/lazy-chunk.tsx';
import { LoadError } from '#web/ui/load-error.tsx';
import { Page } from '#web/ui/page.tsx';
import { Skeleton, SkeletonGroup } from '#web/ui/skeleton.tsx';
import type { AttemptDialogProps } from './attempt-dialog.tsx';
import { type FinishWaiting, openPendingFinish } from './pending-finish.ts';
import { QuizPage } from './quiz-page.tsx';
import { type QuizOverview, quizOverviewQuery, refreshQuizzes, useStartAttempt } from './quizzes.queries.ts';
import { toastConcluded } from './toast-concluded.ts';
import { type LiveAttempt, useLiveAttempt } from './use-live-attempt.ts';

const loadAnswerCard = () => import('./attempt-dialog.tsx');
const AttemptDialog = lazyChunk<AttemptDialogProps>(loadAnswerCard, 'over');
/** A failed prefetch is ignored: the chunk is loaded again, with error handling, when the attempt starts. */
const prefetchAnswerCard = () => void loadAnswerCard().catch(() => undefined);

export default function QuizScreen() {
  const id = Number(useParams<{ id: string }>().id);
  // The letters answer only once the settings are known: that should be before the first question.
  usePrefetchQuery(preferencesQuery);
  const overview = useQuery({ ...quizOverviewQuery(id), enabled: Number.isSafeInteger(id) });
  const isMissing = !Number.isSafeInteger(id) || isRefused<typeof getQuizOverview>(overview.error, 'not_found');
  usePageTitle(isMissing ? 'Simulado não encontrado' : overview.data?.title);
  if (overview.data) return <LoadedQuiz key={id} quiz={overview.data} />;
  if (isMissing) return <MissingQuiz />;
  if (overview.isError) {
    return (
      <Page>
        <LoadError
          of={overview}
          title="Não conseguimos abrir o simulado"
          text={`${textOf(overview.error)} Suas respostas salvas continuam guardadas.`}
        />
      </Page>
    );
  }
  return <LoadingQuiz />;
}

function LoadedQuiz({ quiz }: { quiz: QuizOverview }) {
  const [, navigate] = useLocation();
  // The chunk is loaded before the clock starts, so a started attempt can be answered even if the network fails.
  const start = useStartAttempt(() => loadChunk(loadAnswerCard));
  const admit = useLiveAttempt(quiz.openAttempt);
  const [attempt, setAttempt] = useState<{ sheet: AttemptPayload; live: LiveAttempt } | null>(null);
  const [isOpen, setOpen] = useState(false);
  const [finishWaiting, setFinishWaiting] = useFinishWaiting(quiz.openAttempt?.id);

  const open = () =>
    start.mutate(
      { quizId: quiz.id, attemptId: quiz.openAttempt?.id ?? null },
      {
        onSuccess: ({ answer: sheet, roundTrip }) => {
          setAttempt({ sheet, live: admit(sheet, roundTrip) });
          setOpen(true);
        },
      },
    );

  const change = (next: boolean) => {
    setOpen(next);
    // The page behind the dialog shows the progress of the attempt.
    if (!next) void refreshQuizzes();
  };

  const finished = (result: Attempt, tooLate: number, resultsAt?: string) => {
    setOpen(false);
    toastConcluded(result, tooLate, resultsAt);
    // There is no result yet: the page of the simulado shows when.
    if (resultsAt) return;
    navigate(paths.quizAttempt(quiz.id, result.id));
  };

  return (
    <>
      <QuizPage
        quiz={quiz}
        onStart={open}
        onAboutToStart={prefetchAnswerCard}
        starting={start.isPending}
        handedInHere={attempt !== null && !isOpen}
        finishWaiting={finishWaiting}
      />
      {attempt && (
        <Suspense>
          <AttemptDialog
            key={attempt.sheet.id}
            {...attempt}
            open={isOpen}
            onOpenChange={change}
            onFinished={finished}
            onFinishWaiting={setFinishWaiting}
          />
        </Suspense>
      )}
    </>
  );
}

/**
 * The pending finish: reported by the open attempt or, after a reload, read from storage. Null without an open
 * attempt.
 */
function useFinishWaiting(openId: number | undefined) {
  const user = useUser();
  const [waiting, setWaiting] = useState<FinishWaiting | null>(null);
  useEffect(() => {
    if (openId === undefined) return;
    let isHere = true;
    void openPendingFinish(user.id, openId)
      .load()
      .then((wish) => isHere && wish && setWaiting('kept'));
    return () => {
      isHere = false;
    };
  }, [user.id, openId]);
  return [openId === undefined ? null : waiting, setWaiting] as const;
}

function MissingQuiz() {
  return (
    <Page>
      <h1 className="sr-only">Simulado</h1>
      <EmptyState
        title="Simulado não encontrado"
        text="Ele pode ter sido retirado, ou o endereço está incompleto."
        action={<ButtonLink href={paths.courses}>Voltar para Cursos</ButtonLink>}
      />
    </Page>
  );
}

function LoadingQuiz() {
  return (
    <Page>
      <SkeletonGroup label="Carregando simulado…" className="grid gap-6">
        <Skeleton className="h-9 w-2/3" />
        <Skeleton className="h-5 w-1/2" />
        <div className="grid grid-cols-1 gap-4 md:grid-cols-[minmax(0,1fr)_320px]">
          <Skeleton className="h-72" />
          <Skeleton className="h-72" />
        </div>
      </SkeletonGroup>
    </Page>
  );
}
