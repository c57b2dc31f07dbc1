import { Suspense } from 'react';
import { type CardPart, parseCardText, plainCardText } from '#contract/study/card-text.ts';
import type { Card } from '#contract/study/cards.ts';
import { cx } from '#web/ui/cx.ts';
import { lazyChunk } from '#web/ui/lazy-chunk.tsx';

const CardFormula = lazyChunk(() => import('./card-formula.tsx'));

type CardTexts = Pick<Card, 'kind' | 'front' | 'back' | 'hint' | 'gap'> &
  Partial<Pick<Card, 'picture' | 'pictureSide'>>;

/** What a card shows before the answer, and with it. Formulas are block elements, which a paragraph cannot contain. */
export function CardFace({
  card,
  isAnswered,
  className,
}: {
  card: CardTexts;
  isAnswered: boolean;
  className?: string;
}) {
  const isCloze = card.kind === 'cloze';
  const { picture, pictureSide } = card;
  const isPictured = picture && (isAnswered || pictureSide === 'front');
  return (
    <div className={cx('grid justify-items-center gap-4 text-center', className)}>
      <div className="wrap-anywhere max-w-full whitespace-pre-line font-serif text-xl leading-relaxed">
        <Parts parts={parseCardText(card.front)} gap={isCloze ? card.gap : null} isAnswered={isAnswered} />
      </div>
      {isAnswered && card.back !== '' && (
        <div
          className={cx(
            'wrap-anywhere max-w-full whitespace-pre-line',
            isCloze ? 'text-ink-soft' : 'w-full border-line border-t pt-4 font-serif text-xl leading-relaxed',
          )}
        >
          <Parts parts={parseCardText(card.back)} gap={null} isAnswered />
        </div>
      )}
      {isPictured && (
        <img
          src={picture.url}
          width={picture.width}
          height={picture.height}
          alt="Imagem do cartão"
          className="h-auto max-h-80 w-auto max-w-full rounded-control"
        />
      )}
      {!isAnswered && card.hint !== '' && <p className="text-ink-soft text-sm">Dica: {card.hint}</p>}
    </div>
  );
}

/** A text in one line of a list: everything is shown, formulas included. */
export function CardLine({ source }: { source: string }) {
  const parts = parseCardText(source);
  const hasFormula = parts.some(
    (part) => part.kind === 'formula' || (part.kind === 'gap' && part.inside.some(isFormula)),
  );
  return hasFormula ? <Parts parts={parts} gap={null} isAnswered /> : plainCardText(source);
}

const isFormula = ({ kind }: CardPart) => kind === 'formula';

type PartsProps = { parts: readonly CardPart[]; gap: number | null; isAnswered: boolean };

function Parts({ parts, gap, isAnswered }: PartsProps) {
  return parts.map((part, at) => {
    // The parts of a text have no other identity than their order.
    const key = `${at}:${part.kind}`;
    if (part.kind === 'text') return <span key={key}>{part.text}</span>;
    if (part.kind === 'formula') return <Formula key={key} latex={part.latex} isBlock={part.isBlock} />;
    const inside = <Parts parts={part.inside} gap={null} isAnswered={isAnswered} />;
    if (part.number !== gap) return <span key={key}>{inside}</span>;
    if (isAnswered) {
      return (
        <mark key={key} className="border-sun-edge border-b-2 bg-sun-tint px-1 font-strong text-inherit">
          {inside}
        </mark>
      );
    }
    return (
      <span key={key} className="inline-block min-w-24 border-ink border-b-2 px-1 text-ink-soft">
        <span className="sr-only">lacuna</span>
        {part.hint !== '' ? <span className="text-base">{part.hint}</span> : ' '}
      </span>
    );
  });
}

const Formula = ({ latex, isBlock }: { latex: string; isBlock: boolean }) => (
  <Suspense fallback={<code>{latex}</code>}>
    <CardFormula latex={latex} isBlock={isBlock} />
  </Suspense>
);
