import { useQuery } from '@tanstack/react-query';
import { Timer } from 'lucide-react';
import { Suspense, useState } from 'react';
import type { TimedPracticeOffer } from '#contract/study/timed-practice.ts';
import { formatMinutes, formatTime, plural } from '#web/lib/format.ts';
import { paths } from '#web/lib/paths.ts';
import { Button } from '#web/ui/button.tsx';
import { ButtonLink } from '#web/ui/button-link.tsx';
import { lazyChunk } from '#web/ui/lazy-chunk.tsx';
import { timedOfferQuery } from './timed-practice.queries.ts';
import { leftOutWords, proposedCount, proposedMinutes } from './timed-words.ts';

const TimedStartDialog = lazyChunk(() => import('./timed-start-dialog.tsx'), 'over');

/** In the notebook of mistakes: the way to a simulado of them, or back into the one that is open. */
export default function TimedOffer() {
  const offer = useQuery(timedOfferQuery).data;
  const [isChoosing, setChoosing] = useState(false);
  if (!offer) return null;
  const { available, withheld, open } = offer;
  if (available === 0 && withheld === 0 && !open) return null;
  return (
    <section
      aria-label="Simulado dos meus erros"
      className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-card border border-line bg-surface px-4 py-3 print:hidden"
    >
      <div className="flex min-w-0 gap-3">
        <Timer className="mt-1 shrink-0 text-ink-soft" />
        <div className="min-w-0">
          <p className="font-strong">Simulado dos meus erros</p>
          <p className="text-ink-soft text-sm">{wordsOf(offer)}</p>
        </div>
      </div>
      {open ? (
        <ButtonLink href={paths.practice(open.practiceId)}>Continuar</ButtonLink>
      ) : (
        available > 0 && (
          <Button variant="line" onClick={() => setChoosing(true)}>
            Montar simulado
          </Button>
        )
      )}
      {isChoosing && (
        <Suspense>
          <TimedStartDialog offer={offer} onClose={() => setChoosing(false)} />
        </Suspense>
      )}
    </section>
  );
}

function wordsOf(offer: TimedPracticeOffer): string {
  const { open, available } = offer;
  if (open) {
    return `${open.answered} de ${plural(open.total, 'respondida', 'respondidas')}, até ${formatTime(open.deadlineAt)}. Estas questões voltam ao caderno quando você entregar.`;
  }
  if (available === 0) return leftOutWords(offer) ?? '';
  const count = proposedCount(offer);
  const minutes = formatMinutes(proposedMinutes(count, offer));
  const whose = offer.extraTime ? ', com o seu tempo a mais' : '';
  return `${plural(count, 'questão', 'questões')} em ${minutes}${whose}, com o gabarito só no fim.`;
}
