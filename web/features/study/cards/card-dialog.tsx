import { useQuery } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useId, useState } from 'react';
import { CARD_DECK_MAX, CARD_HINT_MAX, CARD_SOURCE_MAX, CARD_TEXT_MAX } from '#contract/study/card-limits.ts';
import { cardProblem } from '#contract/study/card-problem.ts';
import { type Card, type CardPicture, createCard, type NewCardSource } from '#contract/study/cards.ts';
import { textOf } from '#web/lib/api.ts';
import { newKey } from '#web/lib/new-key.ts';
import { AlertDialog } from '#web/ui/alert-dialog.tsx';
import { Button } from '#web/ui/button.tsx';
import { Chips } from '#web/ui/chips.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { Textarea } from '#web/ui/textarea.tsx';
import { toast } from '#web/ui/toast.ts';
import { useChecking } from '#web/ui/use-form.ts';
import { CardFace } from './card-face.tsx';
import { cardTopicsQuery, useDeleteCard, useIsUploadingPicture, useSaveCard } from './cards.queries.ts';
import { ClozeField } from './cloze-field.tsx';
import { PictureField } from './picture-field.tsx';

/** What a new card begins with: a phrase and where it was found. */
export type CardDraft = { kind: Card['kind']; front: string; sourceLabel: string; source: NewCardSource | null };

type CardDialogProps = {
  /** Null for a new card. */
  card: Card | null;
  draft?: CardDraft;
  onSaved?: (card: Card) => void;
  onDeleted?: () => void;
  onClose: () => void;
};

const kinds = [
  { value: 'cloze', label: 'Lacunas' },
  { value: 'basic', label: 'Pergunta e resposta' },
] as const;

type Values = Pick<Card, 'kind' | 'front' | 'back' | 'hint' | 'deck' | 'sourceLabel' | 'pictureSide'> & {
  picture: CardPicture | null;
};

const empty = { kind: 'basic', front: '', back: '', hint: '', deck: '', sourceLabel: '', pictureSide: 'back' } as const;

/** Makes a card or changes one, with a preview of its front. */
export default function CardDialog({ card, draft, onSaved, onDeleted, onClose }: CardDialogProps) {
  const [values, setValues] = useState<Values>(() => ({ ...empty, picture: null, ...draft, ...card }));
  const [creationKey] = useState(newKey);
  const [isDeleting, setDeleting] = useState(false);
  const { area, errors, check, refused, mend } = useChecking<HTMLDivElement>();
  const save = useSaveCard(card);
  const isUploading = useIsUploadingPicture();
  const remove = useDeleteCard();
  const topics = useQuery(cardTopicsQuery).data?.topics ?? [];
  const decksId = useId();
  const set = (change: Partial<Values>) => {
    setValues((before) => ({ ...before, ...change }));
    mend(...Object.keys(change));
  };

  const submit = () => {
    const { picture, ...texts } = values;
    const problem = cardProblem({ ...texts, gap: card?.gap ?? 1 });
    const body = check(
      createCard.body,
      {
        ...texts,
        gap: card?.gap ?? 1,
        pictureId: picture?.id ?? null,
        topicId: card?.topicId ?? null,
        tags: card?.tags ?? [],
        source: draft?.source ?? null,
        creationKey,
      },
      problem ? { [problem.field]: problem.words } : {},
    );
    if (!body) return;
    save.mutate(body, {
      onSuccess: (saved) => {
        if (!card) toast({ title: 'Cartão guardado', description: 'Entra na revisão de amanhã.' });
        onSaved?.(saved);
        onClose();
      },
      onError: (error) => {
        if (!refused(error)) toast({ title: 'Cartão não guardado', description: textOf(error), tone: 'bad' });
      },
    });
  };

  return (
    <>
      <Dialog
        open
        onOpenChange={(open) => !open && onClose()}
        size="lg"
        title={card ? 'Editar cartão' : draft ? 'Criar cartão desta frase' : 'Novo cartão'}
        footer={
          <>
            {card && (
              <Button variant="quiet" className="md:mr-auto" onClick={() => setDeleting(true)}>
                <Trash2 /> Excluir
              </Button>
            )}
            <Button variant="line" onClick={onClose}>
              Cancelar
            </Button>
            <Button busy={save.isPending || isUploading} onClick={submit}>
              {card ? 'Concluir' : 'Guardar cartão'}
            </Button>
          </>
        }
      >
        <div ref={area} className="grid grid-cols-1 gap-4 md:grid-cols-[minmax(0,1fr)_16rem] md:gap-6">
          <div className="grid min-w-0 content-start gap-4">
            <Chips
              label="Tipo do cartão"
              chips={[...kinds]}
              value={values.kind}
              onValueChange={(kind) =>
                set({ kind, front: kind === 'basic' && !card ? withoutGaps(values.front) : values.front })
              }
            />
            {values.kind === 'cloze' ? (
              <ClozeField value={values.front} error={errors.front ?? null} onChange={(front) => set({ front })} />
            ) : (
              <>
                <Field label="Frente" help="Fórmulas entre \( e \)" error={errors.front ?? null}>
                  <Textarea
                    rows={3}
                    maxLength={CARD_TEXT_MAX}
                    value={values.front}
                    onChange={({ target }) => set({ front: target.value })}
                  />
                </Field>
                <Field label="Verso" error={errors.back ?? null}>
                  <Textarea
                    rows={3}
                    maxLength={CARD_TEXT_MAX}
                    value={values.back}
                    onChange={({ target }) => set({ back: target.value })}
                  />
                </Field>
              </>
            )}
            <Field label="Dica, se quiser" error={errors.hint ?? null}>
              <Input
                maxLength={CARD_HINT_MAX}
                value={values.hint}
                onChange={({ target }) => set({ hint: target.value })}
              />
            </Field>
            <PictureField
              picture={values.picture}
              side={values.pictureSide}
              onChange={(picture, pictureSide) => set({ picture, pictureSide })}
            />
            {card?.topic ? (
              <p className="text-ink-soft text-sm">Assunto: {card.topic}</p>
            ) : (
              <Field label="Assunto, se quiser" error={errors.deck ?? null}>
                <Input
                  list={decksId}
                  maxLength={CARD_DECK_MAX}
                  value={values.deck}
                  onChange={({ target }) => set({ deck: target.value })}
                />
              </Field>
            )}
            <datalist id={decksId}>
              {topics
                .filter(({ topicId, deck }) => topicId === null && deck !== '')
                .map(({ deck }) => (
                  <option key={deck} value={deck} />
                ))}
            </datalist>
            <Field
              label="De onde vem"
              help={
                draft?.source?.kind === 'law'
                  ? 'Se a lei mudar, avisamos e o cartão para até você conferir.'
                  : undefined
              }
              error={errors.sourceLabel ?? null}
            >
              <Input
                maxLength={CARD_SOURCE_MAX}
                value={values.sourceLabel}
                onChange={({ target }) => set({ sourceLabel: target.value })}
              />
            </Field>
          </div>
          <section aria-label="Como vai aparecer" className="grid content-start gap-2">
            <p className="font-strong text-sm">Como vai aparecer</p>
            <div className="rounded-card border border-line bg-surface p-4">
              <CardFace card={{ ...values, gap: card?.gap ?? 1 }} isAnswered={false} />
            </div>
          </section>
        </div>
      </Dialog>
      {card && (
        <AlertDialog
          open={isDeleting}
          onOpenChange={setDeleting}
          title="Excluir este cartão?"
          text="As respostas que você deu a ele são excluídas junto."
          confirmLabel="Excluir"
          tone="bad"
          busy={remove.isPending}
          onConfirm={() =>
            remove.mutate(card.id, {
              onSuccess: () => {
                onDeleted?.();
                onClose();
              },
            })
          }
        />
      )}
    </>
  );
}

const withoutGaps = (source: string) => source.replace(/\{\{c\d{1,3}::([^{}]*)\}\}/g, '$1');
