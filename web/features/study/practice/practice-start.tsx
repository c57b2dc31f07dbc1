import { ArrowRight, Minus, Plus } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useLocation } from 'wouter';
import type { PracticeChoices } from '#contract/study/practice.ts';
import { formatNumber } from '#web/lib/format.ts';
import { newKey } from '#web/lib/new-key.ts';
import { paths } from '#web/lib/paths.ts';
import { useMedia } from '#web/lib/use-media.ts';
import { ActionBar } from '#web/ui/action-bar.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { lazyChunk } from '#web/ui/lazy-chunk.tsx';
import { useStartPractice } from './practice.queries.ts';
import {
  choiceWords,
  isLeast,
  isMost,
  moreOrLess,
  noChoice,
  type PracticeChoice,
  sentChoice,
  wayOut,
  withoutFilter,
} from './practice-choice.ts';

const NewListDialog = lazyChunk(() => import('#web/features/study/question-lists/new-list-dialog.tsx'), 'over');

type StartProps = {
  counts: PracticeChoices;
  choice: PracticeChoice;
  onChoose: (change: Partial<PracticeChoice>) => void;
};

/** How many fit, how many now, and the way in: beside the filters, or in a bar under the thumb. */
export function PracticeStart({ counts, choice, onChoose }: StartProps) {
  const [, navigate] = useLocation();
  const [creationKey, setCreationKey] = useState(newKey);
  const [isSaving, setSaving] = useState(false);
  const start = useStartPractice();
  const isWide = useMedia('(min-width: 768px)');
  const { total } = counts;
  const count = Math.min(choice.count, total);
  const suggested = total === 0 ? wayOut(counts) : null;

  const begin = () =>
    start.mutate(
      { kind: 'free', count, creationKey, ...sentChoice(choice) },
      {
        onSuccess: ({ id }) => navigate(paths.practice(id)),
        // A retry may have another choice: with the same key it would return the practice of the first one.
        onError: () => setCreationKey(newKey()),
      },
    );

  const button = (
    <Button
      variant="next"
      size="lg"
      className="w-full"
      disabled={total === 0}
      busy={start.isPending}
      busyLabel="Sorteando..."
      onClick={begin}
    >
      {total === 0 ? 'Começar treino' : `Começar com ${count}`} <ArrowRight />
    </Button>
  );

  return (
    <>
      <Card aria-label="Treino" className="grid grid-cols-1 content-start gap-4 self-start md:sticky md:top-20">
        <div aria-live="polite">
          <p className="font-strong text-4xl tabular-nums tracking-[-0.025em]">{formatNumber(total)}</p>
          <p className="text-ink-soft">
            {total === 1 ? 'questão combina com a escolha' : 'questões combinam com a escolha'}
          </p>
          {total === 0 && (
            <p className="mt-1 text-sm">
              {suggested ? `Tire um filtro. ${suggested.words}` : 'Tire mais de um filtro.'}
            </p>
          )}
        </div>
        <p className="text-sm">{choiceWords(choice, counts)}</p>
        {suggested && (
          <Button variant="line" onClick={() => onChoose(withoutFilter[suggested.filter])}>
            Tirar este filtro
          </Button>
        )}
        <div className="flex items-center justify-between gap-3">
          <span id="practice-count" className="font-strong text-sm">
            Quantas agora
          </span>
          {/* biome-ignore lint/a11y/useSemanticElements: two buttons around a number are no fieldset of a form */}
          <div role="group" aria-labelledby="practice-count" className="flex items-center gap-1">
            <Button
              variant="quiet"
              size="icon"
              aria-label="Menos"
              disabled={isLeast(choice.count)}
              onClick={() => onChoose({ count: moreOrLess(choice.count, -1) })}
            >
              <Minus />
            </Button>
            <output className="min-w-8 text-center font-strong tabular-nums">{choice.count}</output>
            <Button
              variant="quiet"
              size="icon"
              aria-label="Mais"
              disabled={isMost(choice.count)}
              onClick={() => onChoose({ count: moreOrLess(choice.count, 1) })}
            >
              <Plus />
            </Button>
          </div>
        </div>
        {isWide !== false && <div className="max-md:hidden">{button}</div>}
        <div className="flex flex-wrap justify-between gap-3">
          <button type="button" className="link tappable text-sm" onClick={() => setSaving(true)}>
            Guardar como caderno
          </button>
          <button type="button" className="link tappable text-sm" onClick={() => onChoose(noChoice)}>
            Limpar
          </button>
        </div>
        {isSaving && (
          <Suspense>
            <NewListDialog
              from={{ filter: sentChoice(choice), count: total, name: choiceWords(choice, counts) }}
              onClose={() => setSaving(false)}
            />
          </Suspense>
        )}
      </Card>
      {isWide !== true && (
        <ActionBar className="md:hidden">
          <p className="shrink-0 text-ink-soft text-xs">
            <b className="block text-ink text-xl tabular-nums">{formatNumber(total)}</b>
            {total === 1 ? 'questão' : 'questões'}
          </p>
          {button}
        </ActionBar>
      )}
    </>
  );
}
