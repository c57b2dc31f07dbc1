import { useQuery } from '@tanstack/react-query';
import { Undo2 } from 'lucide-react';
import { Suspense, useContext, useEffect, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import type { Card } from '#contract/study/cards.ts';
import type { ReviewDay, ReviewItem } from '#contract/study/review.ts';
import type { CardGrade, ReviewCard } from '#contract/study/review-cards.ts';
import { queuedActions } from '#web/features/platform/offline/outbox.ts';
import { takeBackAnswer } from '#web/features/study/cards/cards.queries.ts';
import { textOf } from '#web/lib/api.ts';
import { plural } from '#web/lib/format.ts';
import { useBrowserState } from '#web/lib/hydration.ts';
import { paths } from '#web/lib/paths.ts';
import { ScreenTitle } from '#web/lib/screen-title.ts';
import { useUser } from '#web/lib/session.ts';
import { untilDone } from '#web/lib/until-done.ts';
import { BackTo } from '#web/ui/back-to.tsx';
import { Button } from '#web/ui/button.tsx';
import { ButtonLink } from '#web/ui/button-link.tsx';
import { cx } from '#web/ui/cx.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { lazyChunk } from '#web/ui/lazy-chunk.tsx';
import { LoadError } from '#web/ui/load-error.tsx';
import { Page } from '#web/ui/page.tsx';
import { Progress } from '#web/ui/progress.tsx';
import { Skeleton, SkeletonGroup } from '#web/ui/skeleton.tsx';
import { toast } from '#web/ui/toast.ts';
import { ComingDays, Grip } from './coming-days.tsx';
import MistakesScreen from './mistakes-screen.tsx';
import { forgetWhatAnswersChange, type ReviewRequest, reviewQuery } from './review.queries.ts';
import { Forecast, ReviewDone, Won } from './review-done.tsx';
import { deliverAll, unsentAnswers } from './review-outbox.ts';
import { type Outcome, ReviewQuestion } from './review-question.tsx';
import { countWords, doneWords } from './review-words.ts';

const ReviewCardView = lazyChunk(() => import('./review-card.tsx'));

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
      <BackTo href={isDay ? paths.freePractice : paths.mistakes}>Sair e guardar</BackTo>
      {review.data ? (
        <Running
          key={JSON.stringify(wish)}
          day={review.data}
          words={isDay ? ofTheDay : ofMistakes}
          canPostpone={isDay || !('questionId' in wish)}
        />
      ) : (
        <h1 className="sr-only">Revisão de hoje</h1>
      )}
      {review.isError && !review.data && <LoadError of={review} title="Não conseguimos montar a revisão" />}
      {review.isLoading && <SkeletonGroup className="grid gap-4" blocks={['h-9 w-1/2', 'h-72']} />}
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
function Running({ day, words, canPostpone }: { day: ReviewDay; words: Words; canPostpone: boolean }) {
  const { id } = useUser();
  const [listed, setEntries] = useBrowserState(() => openEntries(day, id), entriesOf(day));
  const [putOff, setPutOff] = useState<readonly string[]>([]);
  /** Put off and taken back: asked at the end. */
  const [backAgain, setBackAgain] = useState<readonly Entry[]>([]);
  const entries = [...listed.filter(({ key }) => !putOff.includes(key)), ...backAgain];
  const [place, setPlace] = useState(0);
  const isInHeader = useContext(ScreenTitle) === words.title;
  const [outcomes, setOutcomes] = useState<Record<string, Outcome>>({});
  const [lastCard, setLastCard] = useState<{ at: number; key: string } | null>(null);
  const entry = entries[place];
  const answered = Object.keys(outcomes).length;

  useEffect(() => () => void forgetWhatAnswersChange(), []);

  if (entries.length === 0) return <NothingToday day={day} title={words.title} />;
  const undo = async () => {
    if (!lastCard) return;
    try {
      await takeBackAnswer(lastCard.key);
    } catch (error) {
      toast({ title: 'Não foi possível desfazer', description: textOf(error), tone: 'bad' });
      return;
    }
    const undone = entries[lastCard.at];
    setEntries(
      listed
        .filter(({ key }) => key !== `again:${lastCard.key}`)
        // Another key: the card is asked as if it had not been answered.
        .map((one) => (one === undone ? { ...one, key: `${one.key}:${lastCard.key}` } : one)),
    );
    setOutcomes(({ [undone?.key ?? '']: _, ...rest }) => rest);
    setPlace(lastCard.at);
    setLastCard(null);
  };
  const undoButton = lastCard && lastCard.at === place - 1 && (
    <Button variant="quiet" className="mb-3" onClick={() => void undo()}>
      <Undo2 /> Desfazer a última resposta
    </Button>
  );
  if (!entry) {
    return (
      <>
        {undoButton}
        <ReviewDone title={words.done} outcomes={outcomesOf(entries, outcomes)} before={day} />
      </>
    );
  }
  const minutes = Math.max(1, Math.round((day.minutes * (entries.length - answered)) / Math.max(1, entries.length)));
  const note = (outcome: Outcome) => setOutcomes((before) => ({ ...before, [entry.key]: outcome }));

  const answerCard = (item: ReviewCard, grade: CardGrade, key: string) => {
    note(grade === 1 ? 'wrong' : 'right');
    // 'De novo' brings the card back at the end of the list.
    if (grade === 1) setEntries([...listed, { key: `again:${key}`, card: item }]);
    setLastCard({ at: place, key });
    setPlace(place + 1);
  };
  /** The card may stand in the list more than once. */
  const replaceCard = (card: Card) =>
    setEntries(
      listed.map((one) => (one.card?.card.id === card.id ? { key: one.key, card: { ...one.card, card } } : one)),
    );

  const postponingOf = (one: Entry) => ({
    onPostponed: () => {
      setPutOff((before) => [...before, one.key]);
      setBackAgain((list) => list.filter(({ key }) => key !== one.key));
    },
    onTakenBack: () => setBackAgain((list) => [...list, { ...one, key: `${one.key}:back` }]),
  });

  return (
    <>
      <div data-session hidden />
      <header className="mb-3 items-baseline justify-between gap-x-4 md:flex md:flex-wrap">
        <h1 className={cx('text-xl', isInHeader && 'max-md:sr-only')}>{words.title}</h1>
        <p className="text-ink-soft text-sm tabular-nums">
          {place + 1} de {entries.length}
          <span className="max-md:hidden">{mixWords(entries)}</span>, cerca de {minutes} min
        </p>
      </header>
      <Progress
        className="mb-5"
        value={(answered / entries.length) * 100}
        label={entries.some(({ card }) => card) ? 'Questões e cartões respondidos' : 'Questões respondidas'}
        valueText={`${answered} de ${entries.length}`}
      />
      {undoButton}
      {entry.card ? (
        <Suspense fallback={<Skeleton className="h-72 rounded-card" />}>
          <ReviewCardView
            key={entry.key}
            item={entry.card}
            onAnswered={(grade, key) => answerCard(entry.card, grade, key)}
            onSaved={replaceCard}
            onGone={() => setEntries(listed.filter((one) => one !== entry))}
          />
        </Suspense>
      ) : (
        <ReviewQuestion
          key={entry.key}
          item={entry.item}
          number={place + 1}
          isLast={place === entries.length - 1}
          onOutcome={note}
          onNext={() => setPlace(place + 1)}
          {...(canPostpone ? { postponing: postponingOf(entry) } : {})}
        />
      )}
    </>
  );
}

type Entry = { key: string; card: ReviewCard; item?: undefined } | { key: string; item: ReviewItem; card?: undefined };

/** Questions and cards in the order of the day. */
function entriesOf(day: ReviewDay): Entry[] {
  const questions = day.items.map((item): Entry => ({ key: `question:${item.questionId}`, item }));
  const entries = [...questions];
  // A day that an earlier version has stored for offline use has no cards.
  for (const card of day.cards ?? []) entries.splice(card.position, 0, { key: `card:${card.card.id}`, card });
  return entries;
}

/** Without those whose answers wait in this browser to be sent. */
function openEntries(day: ReviewDay, userId: string): Entry[] {
  const waiting = new Set(unsentAnswers(userId).map(({ questionId }) => `question:${questionId}`));
  for (const action of queuedActions(userId)) if (action.kind === 'card-answer') waiting.add(`card:${action.cardId}`);
  return entriesOf(day).filter(({ key }) => !waiting.has(key));
}

const outcomesOf = (entries: readonly Entry[], outcomes: Record<string, Outcome>) =>
  entries.flatMap(({ key, card }) => {
    const outcome = outcomes[key];
    return outcome ? [{ outcome, isCard: card !== undefined }] : [];
  });

/** ': 12 questões, 6 cartões'; empty without cards. */
function mixWords(entries: readonly Entry[]): string {
  const cards = entries.filter(({ card }) => card).length;
  const questions = entries.length - cards;
  return cards === 0 ? '' : `: ${plural(questions, 'questão', 'questões')}, ${plural(cards, 'cartão', 'cartões')}`;
}

function NothingToday({ day, title }: { day: ReviewDay; title: string }) {
  const answeredCards = day.answeredCards ?? 0;
  const isDone = day.answered + answeredCards > 0;
  return (
    <>
      <h1 className={cx('mb-5 text-2xl', useContext(ScreenTitle) === title && 'max-md:sr-only')}>{title}</h1>
      <Won won={day.won} />
      <EmptyState
        title={isDone ? 'A revisão de hoje está feita' : 'Nada para revisar agora'}
        text={
          isDone
            ? `${doneWords(day.answered, answeredCards)} hoje. Amanhã: ${countWords(day.tomorrow, day.tomorrowCards ?? 0)}.`
            : 'A revisão se forma com as questões que você responde em treinos e simulados, e com os seus cartões.'
        }
        action={
          <ButtonLink href={paths.freePractice} variant="line">
            Treinar questões
          </ButtonLink>
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
