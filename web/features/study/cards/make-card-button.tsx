import { Layers } from 'lucide-react';
import { Suspense, useRef, useState } from 'react';
import { CARD_SOURCE_MAX, CARD_TEXT_MAX } from '#contract/study/card-limits.ts';
import type { NewCardSource } from '#contract/study/cards.ts';
import { Button } from '#web/ui/button.tsx';
import { lazyChunk } from '#web/ui/lazy-chunk.tsx';
import type { CardDraft } from './card-dialog.tsx';
import { useSelectedPhrase } from './use-selected-phrase.ts';

const CardDialog = lazyChunk(() => import('./card-dialog.tsx'), 'over');

type MakeCardButtonProps = {
  source: NewCardSource;
  /** The student's words for where the card comes from. */
  label: string;
  /** What the card begins with where no phrase is selected. */
  draft: Pick<CardDraft, 'kind' | 'front'>;
  variant?: 'quiet' | 'line';
};

/** Makes a card of the phrase that is selected in the text around the button: a sentence to hide words in. */
export function MakeCardButton({ source, label, draft, variant = 'quiet' }: MakeCardButtonProps) {
  const button = useRef<HTMLButtonElement>(null);
  const phrase = useSelectedPhrase(button);
  const [made, setMade] = useState<CardDraft | null>(null);
  const begin = () =>
    setMade({
      ...(phrase ? { kind: 'cloze', front: phrase } : { kind: draft.kind, front: draft.front.slice(0, CARD_TEXT_MAX) }),
      sourceLabel: label.slice(0, CARD_SOURCE_MAX),
      source,
    });
  return (
    <>
      <Button
        ref={button}
        variant={variant}
        size={variant === 'quiet' ? 'sm' : 'md'}
        className="print:hidden"
        // The press must not take the selection away before it is used.
        onPointerDown={(event) => event.preventDefault()}
        onClick={begin}
      >
        <Layers /> {phrase ? 'Criar cartão do trecho' : 'Criar cartão'}
      </Button>
      {made && (
        <Suspense>
          <CardDialog card={null} draft={made} onClose={() => setMade(null)} />
        </Suspense>
      )}
    </>
  );
}
