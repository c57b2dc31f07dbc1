import { Layers, Pause, Pencil } from 'lucide-react';
import { Suspense, useEffect, useEffectEvent, useRef, useState } from 'react';
import { Link } from 'wouter';
import type { Card } from '#contract/study/cards.ts';
import type { CardGrade, ReviewCard } from '#contract/study/review-cards.ts';
import { CardFace } from '#web/features/study/cards/card-face.tsx';
import { changeWords, historyWords, sourceLink } from '#web/features/study/cards/card-words.ts';
import { sendCardAnswer, useChangeCardState } from '#web/features/study/cards/cards.queries.ts';
import { textOf } from '#web/lib/api.ts';
import { plural } from '#web/lib/format.ts';
import { newKey } from '#web/lib/new-key.ts';
import { useShortcuts } from '#web/lib/preferences.ts';
import { Button } from '#web/ui/button.tsx';
import { Kbd } from '#web/ui/kbd.tsx';
import { lazyChunk } from '#web/ui/lazy-chunk.tsx';
import { toast } from '#web/ui/toast.ts';

const CardDialog = lazyChunk(() => import('#web/features/study/cards/card-dialog.tsx'), 'over');

const grades: { grade: CardGrade; label: string }[] = [
  { grade: 1, label: 'De novo' },
  { grade: 2, label: 'Com esforço' },
  { grade: 3, label: 'Bem' },
  { grade: 4, label: 'Fácil' },
];

type ReviewCardProps = {
  item: ReviewCard;
  /** Answered under this key. */
  onAnswered: (grade: CardGrade, key: string) => void;
  onSaved: (card: Card) => void;
  /** Suspended or deleted: it leaves the list without an answer. */
  onGone: () => void;
};

const isTyping = (target: EventTarget | null) =>
  target instanceof Element && target.closest('input, textarea, select, [contenteditable], [role=dialog]') !== null;

/** One card of the review: the student thinks, sees the answer, and says how remembering went. */
export default function ReviewCardView({ item, onAnswered, onSaved, onGone }: ReviewCardProps) {
  const { card } = item;
  const [isShown, setShown] = useState(false);
  const [isSending, setSending] = useState(false);
  const [isEditing, setEditing] = useState(false);
  const [key] = useState(newKey);
  const state = useChangeCardState();
  const shortcuts = useShortcuts();
  const face = useRef<HTMLElement>(null);
  const link = sourceLink(card);
  const changed = changeWords(card);

  // Moves the focus of screen readers and keyboard to the new card, then to its answer.
  useEffect(() => face.current?.focus({ preventScroll: !isShown }), [isShown]);

  const answer = async (grade: CardGrade) => {
    if (isSending) return;
    setSending(true);
    try {
      await sendCardAnswer(key, card.id, grade);
      onAnswered(grade, key);
    } catch (error) {
      toast({ title: 'Resposta não enviada', description: textOf(error), tone: 'bad' });
      setSending(false);
    }
  };

  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isEditing || isTyping(event.target)) return;
    const isOnControl = event.target instanceof Element && event.target.closest('a, button') !== null;
    if (event.key === ' ' && !isShown && !isOnControl) {
      event.preventDefault();
      setShown(true);
    }
    const chosen = grades.find(({ grade }) => event.key === String(grade));
    if (shortcuts && isShown && chosen) void answer(chosen.grade);
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);

  return (
    <div className="grid grid-cols-1 gap-4">
      <p className="flex items-center gap-3 rounded-control bg-hover px-4 py-3 text-sm">
        <Layers className="size-4 shrink-0" aria-hidden="true" />
        <span>
          Cartão seu
          {card.sourceLabel && (
            <>
              , feito de <strong className="font-strong">{card.sourceLabel}</strong>
            </>
          )}
          . {item.isNew ? 'Ele é novo.' : historyWords(item.answers, item.lastGrade)}
        </span>
      </p>
      {changed && <p className="rounded-control bg-sun-tint px-4 py-3 text-sm">{changed}</p>}
      <article
        ref={face}
        tabIndex={-1}
        aria-label={isShown ? 'Resposta do cartão' : 'Cartão'}
        className="grid min-h-60 content-center gap-4 rounded-card border border-line bg-surface p-4 md:p-8"
      >
        <CardFace card={card} isAnswered={isShown} />
        {isShown ? (
          link && (
            <p className="text-center text-sm">
              <Link href={link.href} className="link tappable">
                {link.words}
              </Link>
            </p>
          )
        ) : (
          <p className="text-center text-ink-soft text-sm">Pense na resposta antes de mostrar.</p>
        )}
      </article>
      {isShown ? (
        // biome-ignore lint/a11y/useSemanticElements: answering buttons are no fieldset of a form
        <div role="group" aria-label="Como foi lembrar?" className="grid gap-2">
          <p className="text-ink-soft text-sm">Como foi lembrar?</p>
          <div className="grid grid-cols-2 gap-2 md:grid-cols-4">
            {grades.map(({ grade, label }) => (
              <Button
                key={grade}
                variant="line"
                disabled={isSending}
                className="min-h-15 flex-wrap"
                onClick={() => void answer(grade)}
              >
                <span className="grid">
                  {label}{' '}
                  <small className="font-normal text-ink-soft text-sm">
                    {grade === 1 ? 'ainda hoje' : `em ${plural(item.days[grade - 1] ?? 1, 'dia', 'dias')}`}
                  </small>
                </span>
                {shortcuts && <Kbd className="max-md:hidden">{grade}</Kbd>}
              </Button>
            ))}
          </div>
        </div>
      ) : (
        <Button variant="next" size="lg" onClick={() => setShown(true)}>
          Mostrar a resposta <Kbd className="border-current max-md:hidden">Espaço</Kbd>
        </Button>
      )}
      <div className="flex flex-wrap justify-center gap-2">
        <Button variant="quiet" onClick={() => setEditing(true)}>
          <Pencil /> Editar cartão
        </Button>
        <Button
          variant="quiet"
          busy={state.isPending}
          onClick={() => state.mutate({ id: card.id, isSuspended: true }, { onSuccess: onGone })}
        >
          <Pause /> Não mostrar mais
        </Button>
      </div>
      {isEditing && (
        <Suspense>
          <CardDialog card={card} onSaved={onSaved} onDeleted={onGone} onClose={() => setEditing(false)} />
        </Suspense>
      )}
    </div>
  );
}
