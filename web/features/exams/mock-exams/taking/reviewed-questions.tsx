import { ArrowLeft, ArrowRight } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { plural } from '#web/lib/format.ts';
import { useAddressChoice, useAddressChoices } from '#web/lib/use-address.ts';
import { withTransition } from '#web/lib/view-transition.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Chips } from '#web/ui/chips.tsx';
import { cx } from '#web/ui/cx.ts';
import type { Review } from './quizzes.queries.ts';
import { type AnswerVerdict, verdictOf, verdictWords } from './result-words.ts';
import { ReviewQuestion } from './review-question.tsx';

const looks: Record<AnswerVerdict, string> = {
  right: 'border-line',
  answered: 'border-line',
  annulled: 'border-line bg-info-tint',
  withheld: 'border-line text-ink-soft',
  wrong: 'border-2 border-bad bg-bad-tint font-strong text-bad',
  blank: 'border-[1.5px] border-line-strong border-dashed text-ink-soft',
};

const filters = ['all', 'wrong', 'blank', 'flagged', 'doubted'] as const;
type Filter = (typeof filters)[number];

type ReviewedQuestionsProps = {
  review: Pick<Review, 'key' | 'questions' | 'hasSheet'>;
  /** Above the grid: how the key affects the certificate. */
  notice?: ReactNode;
};

/** All questions as a grid; one at a time is open. In print they are one below the other. */
export function ReviewedQuestions({ review, notice }: ReviewedQuestionsProps) {
  const isKeyOpen = review.key === 'open';
  const all = review.questions.map((question, index) => ({
    question,
    number: index + 1,
    mark: verdictOf(question, isKeyOpen),
  }));
  const [filter, setFilter] = useAddressChoice<Filter>('mostrar', filters);
  const [{ number: told }, choose] = useAddressChoices({ number: 'questao' });
  const chosen = all.find(({ number }) => String(number) === told)?.number ?? firstOf(all);
  const setChosen = (number: number) => choose({ number: String(number) });
  const isPrinting = usePrinting();
  const passes = (entry: (typeof all)[number], name: Filter) =>
    name === 'all' ||
    (name === 'flagged'
      ? entry.question.flagged
      : name === 'doubted'
        ? entry.question.doubted && entry.question.selectedOptionId !== null
        : entry.mark === name);
  const countOf = (name: Filter) => all.filter((entry) => passes(entry, name)).length;
  const shown = all.filter((entry) => passes(entry, filter));
  // A filter opens the first of its questions; without any there is none to open.
  const open = shown.find(({ number }) => number === chosen) ?? shown[0];
  return (
    <>
      <Card
        title={isKeyOpen ? 'Questões comentadas' : 'Suas respostas'}
        aside={plural(all.length, 'questão', 'questões')}
        className="print:hidden"
      >
        {notice}
        <Chips
          label="Quais questões mostrar"
          className="mb-4 flex flex-wrap gap-2"
          value={filter}
          onValueChange={setFilter}
          chips={[
            { value: 'all', label: 'Todas', count: countOf('all') },
            ...(isKeyOpen ? [{ value: 'wrong' as const, label: 'Erradas', count: countOf('wrong') }] : []),
            { value: 'blank', label: 'Em branco', count: countOf('blank') },
            { value: 'flagged', label: 'Marcadas', count: countOf('flagged') },
            ...(countOf('doubted') > 0
              ? [{ value: 'doubted' as const, label: 'Chutes', count: countOf('doubted') }]
              : []),
          ]}
        />
        <nav aria-label="Questões" className="grid grid-cols-[repeat(auto-fill,minmax(44px,1fr))] gap-1.5">
          {shown.map(({ question, number, mark }) => (
            <button
              key={question.id}
              type="button"
              aria-current={number === open?.number || undefined}
              aria-label={`Questão ${number}, ${verdictWords[mark]}${question.flagged ? ', marcada para revisão' : ''}`}
              onClick={() => withTransition(() => setChosen(number))}
              className={cx(
                'relative grid h-11 place-items-center rounded-[6px] border text-sm tabular-nums',
                looks[mark],
                number === open?.number && 'outline-2 outline-ink outline-offset-1',
                question.flagged &&
                  'after:absolute after:top-1 after:right-1 after:size-1.75 after:rounded-full after:bg-sun-edge',
              )}
            >
              {number}
            </button>
          ))}
        </nav>
        {!open && (
          <p className="text-ink-soft">
            {filter === 'wrong' ? 'Nenhuma questão errada. Parabéns!' : 'Nenhuma questão aqui.'}
          </p>
        )}
        <Legend marks={new Set(all.map(({ mark }) => mark))} flagged={countOf('flagged') > 0} />
      </Card>
      {open && !isPrinting && (
        <OpenQuestion
          entry={open}
          isKeyOpen={isKeyOpen}
          hasSheet={review.hasSheet}
          before={shown[shown.indexOf(open) - 1]?.number}
          after={shown[shown.indexOf(open) + 1]?.number}
          onGo={(number) => withTransition(() => setChosen(number))}
        />
      )}
      {isPrinting &&
        all.map(({ question, number }) => (
          <ReviewQuestion
            key={question.id}
            question={question}
            number={number}
            isKeyOpen={isKeyOpen}
            hasSheet={review.hasSheet}
          />
        ))}
    </>
  );
}

/** The first wrong answer is opened first: mistakes are the reason to open a review. */
const firstOf = (all: readonly { number: number; mark: AnswerVerdict }[]) =>
  all.find(({ mark }) => mark === 'wrong')?.number ?? 1;

type OpenQuestionProps = {
  entry: { question: Review['questions'][number]; number: number };
  isKeyOpen: boolean;
  hasSheet: boolean;
  before: number | undefined;
  after: number | undefined;
  onGo: (number: number) => void;
};

function OpenQuestion({ entry: { question, number }, isKeyOpen, hasSheet, before, after, onGo }: OpenQuestionProps) {
  const place = useRef<HTMLDivElement>(null);
  const isFirst = useRef(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another question is what moves the page
  useEffect(() => {
    if (isFirst.current) {
      isFirst.current = false;
      return;
    }
    place.current?.scrollIntoView({ block: 'nearest' });
  }, [number]);
  return (
    <div ref={place} className="grid scroll-mt-4 grid-cols-1 gap-4">
      <ReviewQuestion question={question} number={number} isKeyOpen={isKeyOpen} hasSheet={hasSheet} />
      <div className="flex justify-between gap-3 print:hidden">
        <Button variant="line" disabled={before === undefined} onClick={() => before && onGo(before)}>
          <ArrowLeft /> Anterior
        </Button>
        <Button variant="line" disabled={after === undefined} onClick={() => after && onGo(after)}>
          Próxima <ArrowRight />
        </Button>
      </div>
    </div>
  );
}

const swatches: AnswerVerdict[] = ['right', 'wrong', 'blank', 'annulled'];

function Legend({ marks, flagged }: { marks: ReadonlySet<AnswerVerdict>; flagged: boolean }) {
  return (
    <ul className="mt-4 flex flex-wrap gap-x-5 gap-y-2 text-ink-soft text-sm [&>li]:flex [&>li]:items-center [&>li]:gap-2">
      {swatches
        .filter((mark) => marks.has(mark))
        .map((mark) => (
          <li key={mark}>
            <span className={cx('size-4 rounded-[4px] border', looks[mark])} />
            {verdictWords[mark]}
          </li>
        ))}
      {flagged && (
        <li>
          <span className="size-1.75 rounded-full bg-sun-edge" />
          marcada para revisão
        </li>
      )}
    </ul>
  );
}

/** True from just before the browser lays the page out for paper until it is done. */
function usePrinting(): boolean {
  const [isPrinting, setPrinting] = useState(false);
  useEffect(() => {
    // The browser prints the DOM as it is when the listeners return, so the update is flushed synchronously.
    const begin = () => flushSync(() => setPrinting(true));
    const end = () => setPrinting(false);
    addEventListener('beforeprint', begin);
    addEventListener('afterprint', end);
    return () => {
      removeEventListener('beforeprint', begin);
      removeEventListener('afterprint', end);
    };
  }, []);
  return isPrinting;
}
