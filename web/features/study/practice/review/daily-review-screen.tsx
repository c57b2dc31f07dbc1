import { useQuery } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { useContext, useEffect, useState } from 'react';
import { Link, useLocation, useSearch } from 'wouter';
import type { ReviewDay } from '#contract/study/review.ts';
import { textOf } from '#web/lib/api.ts';
import { plural } from '#web/lib/format.ts';
import { useBrowserState } from '#web/lib/hydration.ts';
import { paths } from '#web/lib/paths.ts';
import { ScreenTitle } from '#web/lib/screen-title.ts';
import { useUser } from '#web/lib/session.ts';
import { untilDone } from '#web/lib/until-done.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { cx } from '#web/ui/cx.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { Page } from '#web/ui/page.tsx';
import { Progress } from '#web/ui/progress.tsx';
import { Skeleton, SkeletonGroup } from '#web/ui/skeleton.tsx';
import { ComingDays, Grip } from './coming-days.tsx';
import MistakesScreen from './mistakes-screen.tsx';
import { forgetWhatAnswersChange, type ReviewRequest, reviewQuery } from './review.queries.ts';
import { Forecast, ReviewDone, Won } from './review-done.tsx';
import { deliverAll, unsentAnswers } from './review-outbox.ts';
import { type Outcome, ReviewQuestion } from './review-question.tsx';

type Words = { title: string; done: string };
const ofTheDay: Words = { title: 'Revisão de hoje', done: 'Revisão de hoje feita' };
const ofMistakes: Words = { title: 'Refazer erros', done: 'Erros refeitos' };

/** What the address requests: the list of the day, or mistakes to practise. */
function wishOf(search: string): ReviewRequest {
  const params = new URLSearchParams(search);
  if (params.get('of') !== 'mistakes') return { of: 'day' };
  const id = (name: string) => (/^[1-9]\d{0,9}$/.test(params.get(name) ?? '') ? Number(params.get(name)) : undefined);
  const [subjectId, questionId] = [id('subjectId'), id('questionId')];
  return { of: 'mistakes', ...(subjectId ? { subjectId } : {}), ...(questionId ? { questionId } : {}) };
}

/** Today's review, or the error notebook: they share a file. */
export default function ReviewScreen() {
  const [location] = useLocation();
  return location === paths.mistakes ? <MistakesScreen /> : <DailyReviewScreen />;
}

function DailyReviewScreen() {
  const wish = wishOf(useSearch());
  const isDay = wish.of === 'day';
  const review = useQuery(reviewQuery(wish));
  useSendLeftBehind();
  return (
    <Page width="wide-form">
      <Link
        href={isDay ? paths.freePractice : paths.mistakes}
        className="link tappable mb-4 inline-flex items-center gap-1.5 max-md:hidden"
      >
        <ArrowLeft /> Sair e guardar
      </Link>
      {review.data ? (
        <Running key={JSON.stringify(wish)} day={review.data} words={isDay ? ofTheDay : ofMistakes} />
      ) : (
        <h1 className="sr-only">Revisão de hoje</h1>
      )}
      {review.isError && !review.data && (
        <ErrorState
          title="Não conseguimos montar a revisão"
          text={textOf(review.error)}
          onRetry={() => review.refetch()}
          retrying={review.isFetching}
        />
      )}
      {review.isLoading && (
        <SkeletonGroup className="grid gap-4">
          <Skeleton className="h-9 w-1/2" />
          <Skeleton className="h-72" />
        </SkeletonGroup>
      )}
    </Page>
  );
}

/** Answers of an earlier visit, and of this one once the network is back. */
function useSendLeftBehind(): void {
  const { id } = useUser();
  useEffect(() => {
    const work = untilDone(() => deliverAll(id));
    if (unsentAnswers(id).length > 0) work.now();
    window.addEventListener('online', work.now);
    return () => {
      window.removeEventListener('online', work.now);
      work.stop();
    };
  }, [id]);
}

/** The list as it was when it was opened: it does not shift under the student's hands. */
function Running({ day, words }: { day: ReviewDay; words: Words }) {
  const { id } = useUser();
  const [items] = useBrowserState(() => {
    const waiting = new Set(unsentAnswers(id).map(({ questionId }) => questionId));
    return day.items.filter(({ questionId }) => !waiting.has(questionId));
  }, day.items);
  const [place, setPlace] = useState(0);
  const isInHeader = useContext(ScreenTitle) === words.title;
  const [outcomes, setOutcomes] = useState<Record<number, Outcome>>({});
  const item = items[place];
  const answered = Object.keys(outcomes).length;

  useEffect(() => () => void forgetWhatAnswersChange(), []);

  if (items.length === 0) return <NothingToday day={day} title={words.title} />;
  if (!item) return <ReviewDone title={words.done} outcomes={Object.values(outcomes)} before={day} />;
  const minutes = Math.max(1, Math.round((day.minutes * (items.length - answered)) / Math.max(1, day.items.length)));
  return (
    <>
      <div data-session hidden />
      <header className="mb-3 items-baseline justify-between gap-x-4 md:flex md:flex-wrap">
        <h1 className={cx('text-xl', isInHeader && 'max-md:sr-only')}>{words.title}</h1>
        <p className="text-ink-soft text-sm tabular-nums">
          {place + 1} de {items.length}, cerca de {minutes} min
        </p>
      </header>
      <Progress
        className="mb-5"
        value={(answered / items.length) * 100}
        label="Questões respondidas"
        valueText={`${answered} de ${items.length}`}
      />
      <ReviewQuestion
        key={item.questionId}
        item={item}
        number={place + 1}
        isLast={place === items.length - 1}
        onOutcome={(outcome) => setOutcomes((before) => ({ ...before, [item.questionId]: outcome }))}
        onNext={() => setPlace(place + 1)}
      />
    </>
  );
}

function NothingToday({ day, title }: { day: ReviewDay; title: string }) {
  const isDone = day.answered > 0;
  return (
    <>
      <h1 className={cx('mb-5 text-2xl', useContext(ScreenTitle) === title && 'max-md:sr-only')}>{title}</h1>
      <Won won={day.won} />
      <EmptyState
        title={isDone ? 'A revisão de hoje está feita' : 'Nada para revisar agora'}
        text={
          isDone
            ? `${plural(day.answered, 'questão respondida', 'questões respondidas')} hoje. Amanhã: ${plural(day.tomorrow, 'questão', 'questões')}.`
            : 'A revisão se forma com as questões que você responde em treinos e simulados.'
        }
        action={
          <Link href={paths.freePractice} className={buttonClass({ variant: 'line' })}>
            Treinar questões
          </Link>
        }
      />
      {isDone && (
        <div className="mt-6 grid grid-cols-1 gap-6">
          {day.grip && <Grip grip={day.grip} />}
          <ComingDays coming={day.coming} most={day.most} />
          <Forecast />
        </div>
      )}
    </>
  );
}
