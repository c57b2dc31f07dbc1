import { useQuery } from '@tanstack/react-query';
import { Suspense, useEffect } from 'react';
import { useLocation, useParams } from 'wouter';
import { questionListScreens } from '#contract/question-list-screens.ts';
import type { getPractice, Practice } from '#contract/study/practice.ts';
import { isRefused } from '#web/lib/api.ts';
import { plural } from '#web/lib/format.ts';
import { useBrowserState, useHydrated } from '#web/lib/hydration.ts';
import { usePageTitle } from '#web/lib/page-title.ts';
import { paths } from '#web/lib/paths.ts';
import { BackTo } from '#web/ui/back-to.tsx';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { lazyChunk } from '#web/ui/lazy-chunk.tsx';
import { LoadError } from '#web/ui/load-error.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { Progress } from '#web/ui/progress.tsx';
import { Skeleton, SkeletonGroup } from '#web/ui/skeleton.tsx';
import { AnsweredQuestion } from './answered-question.tsx';
import FreePracticeScreen from './free-practice-screen.tsx';
import { practiceQuery, useFinish } from './practice.queries.ts';
import { positionToShow, storedPosition, storePosition } from './practice-position.ts';
import { PracticeQuestionView } from './practice-question.tsx';
import { PracticeSummary } from './practice-summary.tsx';
import { kindNames } from './practice-words.ts';

const StartTestEnd = lazyChunk(() => import('./start-test-end.tsx'));
const TimedPractice = lazyChunk(() => import('./timed/timed-practice.tsx'));

/** What to practise, a practice, or one question that was answered before: they share a file. */
export default function PracticeScreen() {
  const [location] = useLocation();
  if (location === paths.freePractice) return <FreePracticeScreen />;
  return location.startsWith('/questions/') ? <AnsweredQuestion /> : <OnePractice />;
}

function OnePractice() {
  const id = Number(useParams<{ id: string }>().id);
  const isAddress = Number.isSafeInteger(id);
  const practice = useQuery({ ...practiceQuery(id), enabled: isAddress });
  const isMissing = !isAddress || isRefused<typeof getPractice>(practice.error, 'not_found');
  usePageTitle(isMissing ? 'Treino não encontrado' : practice.data && `Treino: ${practice.data.title}`);
  const back = wayBack(practice.data);
  return (
    <Page width="wide-form">
      <BackTo href={back.href}>{back.label}</BackTo>
      {practice.data &&
        (practice.data.kind === 'timed' ? (
          <Suspense fallback={<Skeleton className="h-72" />}>
            <TimedPractice key={id} practice={practice.data} />
          </Suspense>
        ) : (
          <Running key={id} practice={practice.data} />
        ))}
      {!practice.data && <h1 className="sr-only">Treino</h1>}
      {isMissing && <EmptyState title="Treino não encontrado" />}
      {practice.isError && !isMissing && <LoadError of={practice} title="Não conseguimos abrir o treino" />}
      {practice.isLoading && <SkeletonGroup className="grid gap-4" blocks={['h-9 w-1/2', 'h-72']} />}
    </Page>
  );
}

function wayBack(practice: Practice | undefined): { href: string; label: string } {
  if (practice?.quizId) return { href: paths.quiz(practice.quizId), label: 'Voltar ao simulado' };
  if (practice?.questionListId) {
    return { href: questionListScreens.one(practice.questionListId), label: 'Voltar ao caderno' };
  }
  if (practice?.kind === 'start') return { href: paths.home, label: 'Início' };
  if (practice?.kind === 'timed') return { href: paths.mistakes, label: 'Caderno de erros' };
  return { href: paths.freePractice, label: 'Treino livre' };
}

/** One question at a time; the next one follows after the verdict was read. */
function Running({ practice }: { practice: Practice }) {
  const { questions, answered, correct, total } = practice;
  const [place, setPlace] = useBrowserState(
    () => positionToShow(practice, storedPosition()),
    positionToShow(practice, null),
  );
  const isHydrated = useHydrated();
  // Before that it is the server's: the stored one has not been read yet.
  useEffect(() => {
    if (isHydrated) storePosition(place);
  }, [place, isHydrated]);
  const finish = useFinish(practice.id);
  const question = questions[place];
  const isOver = !question || (practice.finishedAt !== null && question.answer === null);
  if (isOver && practice.kind === 'start') {
    return (
      <Suspense fallback={<Skeleton className="h-72" />}>
        <StartTestEnd practice={practice} />
      </Suspense>
    );
  }
  const end = () => finish.mutate(undefined, { onSuccess: () => setPlace(total) });
  return (
    <>
      <PageHeader
        eyebrow={practice.kind === 'start' ? 'Primeiro dia' : kindNames[practice.kind]}
        title={practice.title}
        actions={
          !isOver &&
          answered > 0 &&
          practice.finishedAt === null && (
            <Button variant="quiet" busy={finish.isPending} onClick={end}>
              {practice.kind === 'start' ? 'Encerrar teste' : 'Encerrar treino'}
            </Button>
          )
        }
      />
      {isOver ? (
        <PracticeSummary practice={practice} />
      ) : (
        <>
          <div className="mb-5 grid grid-cols-1 gap-2">
            <p className="flex justify-between text-ink-soft text-sm tabular-nums">
              <span>
                Questão {place + 1} de {total}
              </span>
              {answered > 0 && (
                <span>
                  {correct} de {plural(answered, 'certa', 'certas')}
                </span>
              )}
            </p>
            <Progress
              value={(answered / total) * 100}
              label="Questões respondidas"
              valueText={`${answered} de ${total}`}
            />
          </div>
          <div data-session hidden />
          <PracticeQuestionView
            key={question.id}
            practiceId={practice.id}
            isTest={practice.kind === 'start'}
            question={question}
            number={place + 1}
            isLast={place === total - 1}
            onNext={() => setPlace(place + 1)}
          />
        </>
      )}
    </>
  );
}
