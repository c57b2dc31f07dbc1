import { useQuery } from '@tanstack/react-query';
import { Plus, Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { CARD_SET_CARDS_MAX, CARD_SET_TITLE_MAX, CARD_TEXT_MAX } from '#contract/study/card-limits.ts';
import { cardProblem } from '#contract/study/card-problem.ts';
import { type CardSet, createCardSet } from '#contract/study/card-sets.ts';
import { gapNumbers } from '#contract/study/card-text.ts';
import type { CardPicture } from '#contract/study/cards.ts';
import { textOf } from '#web/lib/api.ts';
import { newKey } from '#web/lib/new-key.ts';
import { useUser } from '#web/lib/session.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { RowOptions } from '#web/ui/options.tsx';
import { Select } from '#web/ui/select.tsx';
import { Textarea } from '#web/ui/textarea.tsx';
import { toast } from '#web/ui/toast.ts';
import { useChecking } from '#web/ui/use-form.ts';
import { useIsUploadingPicture } from '../cards.queries.ts';
import { PictureField } from '../picture-field.tsx';
import { ownCoursesQuery, useSaveSet } from './card-sets.queries.ts';

type Texts = Pick<CardSet['cards'][number], 'front' | 'back' | 'hint' | 'pictureSide'>;
type Row = Texts & { key: string; id: number | null; picture: CardPicture | SavedPicture | null };
type SavedPicture = NonNullable<CardSet['cards'][number]['picture']>;

const texts: Texts = { front: '', back: '', hint: '', pictureSide: 'back' };
const emptyRow = (): Row => ({ ...texts, key: newKey(), id: null, picture: null });
/** A saved picture has no id: left out, it stays. */
const pictureIdOf = (picture: Row['picture']) => (picture && 'id' in picture ? picture.id : picture ? undefined : null);
/** A front with a gap is a sentence with hidden words. */
const kindOf = (front: string) => (gapNumbers(front).length > 0 ? 'cloze' : 'basic');

type SetDialogProps = {
  set: CardSet | null;
  /** The card that the dialog opens at. */
  cardId?: number | null;
  onClose: () => void;
};

/** Makes a set of cards or changes one. */
export default function SetDialog({ set, cardId = null, onClose }: SetDialogProps) {
  const user = useUser();
  const courses = useQuery(ownCoursesQuery(user.role === 'admin'));
  const [title, setTitle] = useState(set?.title ?? '');
  const [courseId, setCourseId] = useState(set ? String(set.courseId) : '');
  const [rows, setRows] = useState<Row[]>(() => set?.cards.map((card) => ({ ...card, key: newKey() })) ?? [emptyRow()]);
  const [creationKey] = useState(newKey);
  const { area, errors, check, refused, mend } = useChecking<HTMLDivElement>();
  const save = useSaveSet(set);
  const isUploading = useIsUploadingPicture();
  const openedAt = useRef<HTMLTextAreaElement>(null);
  const change = (at: number, values: Partial<Row>) => {
    const key = rows[at]?.key;
    setRows((before) => before.map((row) => (row.key === key ? { ...row, ...values } : row)));
    mend(`cards.${at}.front`, `cards.${at}.back`);
  };

  const submit = () => {
    const cards = rows.map(
      ({ key: _, picture, ...row }) => ({ ...row, kind: kindOf(row.front), pictureId: pictureIdOf(picture) }) as const,
    );
    const problems = Object.fromEntries(
      cards.flatMap((card, at) => {
        const problem = card.front.trim() === '' ? null : cardProblem(card);
        return problem ? [[`cards.${at}.${problem.field}`, problem.words]] : [];
      }),
    );
    const body = check(
      createCardSet.body,
      { title, courseId: Number(courseId), cards, creationKey },
      { ...problems, ...(courseId === '' ? { courseId: 'Escolha o curso.' } : {}) },
    );
    if (!body) return;
    save.mutate(body, {
      onSuccess: onClose,
      onError: (error) => {
        if (!refused(error)) toast({ title: 'Conjunto não guardado', description: textOf(error), tone: 'bad' });
      },
    });
  };

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      // Neither a click outside nor Escape may discard what is being written.
      onInteractOutside={(event) => event.preventDefault()}
      onEscapeKeyDown={(event) => event.preventDefault()}
      onOpenAutoFocus={(event) => {
        if (!openedAt.current) return;
        event.preventDefault();
        openedAt.current.focus();
      }}
      size="lg"
      title={set ? 'Editar conjunto' : 'Novo conjunto'}
      description="Cada aluno copia o que quiser; a cópia fica com ele, mesmo que você mude o conjunto."
      footer={
        <>
          <Button variant="line" onClick={onClose}>
            Cancelar
          </Button>
          <Button busy={save.isPending || isUploading} onClick={submit}>
            Guardar conjunto
          </Button>
        </>
      }
    >
      <div ref={area} className="grid gap-4">
        <Field label="Título" error={errors.title ?? null}>
          <Input
            maxLength={CARD_SET_TITLE_MAX}
            value={title}
            onChange={({ target }) => {
              setTitle(target.value);
              mend('title');
            }}
          />
        </Field>
        {set ? (
          <p className="text-ink-soft text-sm">Curso: {set.course}</p>
        ) : (
          <Field label="Curso" error={errors.courseId ?? (courses.isError ? textOf(courses.error) : null)}>
            <Select
              value={courseId}
              onChange={({ target }) => {
                setCourseId(target.value);
                mend('courseId');
              }}
            >
              <option value="">Escolha o curso</option>
              <RowOptions of={courses.data} label={({ title }) => title} />
            </Select>
          </Field>
        )}
        <ol className="grid gap-4">
          {rows.map((row, at) => (
            <li key={row.key} className="grid gap-3 rounded-card border border-line p-4 md:grid-cols-[1fr_1fr_auto]">
              <Field
                label={`Frente do cartão ${at + 1}`}
                help="Para esconder palavras: {{c1::palavra}}"
                error={errors[`cards.${at}.front`] ?? null}
              >
                <Textarea
                  ref={cardId !== null && row.id === cardId ? openedAt : undefined}
                  rows={2}
                  maxLength={CARD_TEXT_MAX}
                  value={row.front}
                  onChange={({ target }) => change(at, { front: target.value })}
                />
              </Field>
              <Field label={`Verso do cartão ${at + 1}`} error={errors[`cards.${at}.back`] ?? null}>
                <Textarea
                  rows={2}
                  maxLength={CARD_TEXT_MAX}
                  value={row.back}
                  onChange={({ target }) => change(at, { back: target.value })}
                />
              </Field>
              <Button
                variant="quiet"
                size="icon"
                aria-label={`Tirar o cartão ${at + 1}`}
                disabled={rows.length === 1}
                onClick={() => setRows((before) => before.filter(({ key }) => key !== row.key))}
              >
                <Trash2 />
              </Button>
              <div className="md:col-span-2">
                <PictureField
                  picture={row.picture}
                  side={row.pictureSide}
                  label={`Imagem do cartão ${at + 1}`}
                  onChange={(picture, pictureSide) => change(at, { picture, pictureSide })}
                />
              </div>
            </li>
          ))}
        </ol>
        <Button
          variant="line"
          className="justify-self-start"
          disabled={rows.length >= CARD_SET_CARDS_MAX}
          onClick={() => setRows((before) => [...before, emptyRow()])}
        >
          <Plus /> Mais um cartão
        </Button>
      </div>
    </Dialog>
  );
}
