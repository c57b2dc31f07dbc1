import { type UseMutationResult, useQuery } from '@tanstack/react-query';
import { Highlighter, Layers, StickyNote } from 'lucide-react';
import { type RefObject, Suspense, useEffect, useEffectEvent, useMemo, useState } from 'react';
import type { Anchor, Annotation } from '#contract/content/annotations.ts';
import { ANNOTATION_QUOTE_MAX } from '#contract/limits.ts';
import type { NewCardSource } from '#contract/study/cards.ts';
import type { PreparedText } from '#web/editor/rich-text.tsx';
import { CardFromPhrase } from '#web/lib/card-slot.ts';
import { newKey } from '#web/lib/new-key.ts';
import { Button } from '#web/ui/button.tsx';
import { lazyChunk } from '#web/ui/lazy-chunk.tsx';
import { toast } from '#web/ui/toast.ts';
import { anchorOf, findAnchor, type Stretch } from './anchors.ts';
import { lessonAnnotationsQuery, useAnnotate, useChangeNote, useRemoveAnnotation } from './annotations.queries.ts';
import { annotationAt, erase, type Passages, paint, readPassages, stretchOf } from './passages.ts';

const NoteDialog = lazyChunk(() => import('./note-dialog.tsx'), 'over');

type Draft = Anchor & { creationKey: string };

/** How a kind of text stores marks and finds them again. `A` is the anchor of a mark that is made. */
export type MarkedText<A extends Anchor> = {
  annotations: Annotation[] | undefined;
  anchorAt: (passages: Passages, stretch: Stretch) => A | null;
  find: (passages: Passages, annotation: Annotation) => Stretch | null;
  make: Pick<UseMutationResult<unknown, Error, A & { note: string; creationKey: string }>, 'mutate' | 'isPending'>;
  /** For messages: 'da aula', 'da lei'. */
  ofText: string;
  lostWords: (count: number) => string;
  card: (anchor: A) => { label: string; source: NewCardSource };
};

type MarkToolProps<A extends Anchor> = {
  marked: MarkedText<A>;
  /** Changes when the text does. */
  text: object | null;
  body: RefObject<HTMLElement | null>;
};

type AnnotationToolProps = { lessonId: number; title: string; text: PreparedText; body: RefObject<HTMLElement | null> };

/** Highlights and notes on the passages of a lesson. */
export function AnnotationTool({ lessonId, title, text, body }: AnnotationToolProps) {
  const { data: annotations } = useQuery(lessonAnnotationsQuery(lessonId));
  const annotate = useAnnotate(lessonId);
  const marked: MarkedText<Anchor> = {
    annotations,
    anchorAt: (passages, stretch) => anchorOf(passages.text, stretch),
    find: (passages, annotation) => findAnchor(passages.text, annotation),
    make: annotate,
    ofText: 'da aula',
    lostWords: (count) =>
      count === 1
        ? 'Uma anotação sua é de um trecho que não está mais na aula.'
        : `${count} anotações suas são de trechos que não estão mais na aula.`,
    card: () => ({ label: title, source: { kind: 'lesson', lessonId } }),
  };
  return <MarkTool marked={marked} text={text.nodes.length === 0 ? null : text} body={body} />;
}

/** Highlights and notes on the passages of a text: shown in it, created from a selection. */
export function MarkTool<A extends Anchor>({ marked, text, body }: MarkToolProps<A>) {
  const { annotations, make: annotate } = marked;
  const [selected, setSelected] = useSelectedPassage(body, marked);
  const [draft, setDraft] = useState<(A & Draft) | null>(null);
  const [phrase, setPhrase] = useState<A | null>(null);
  const [openId, setOpenId] = useState<number | null>(null);
  const change = useChangeNote();
  const remove = useRemoveAnnotation();
  const lost = useHighlights(body, text, marked);
  useHighlightPresses(body, setOpenId);
  const open = annotations?.find(({ id }) => id === openId);

  const make = (anchor: A & Draft, note: string) =>
    annotate.mutate(
      { ...anchor, note },
      {
        onSuccess: () => {
          setDraft(null);
          setSelected(null);
          getSelection()?.removeAllRanges();
        },
      },
    );
  const begin = (use: (anchor: A & Draft) => void) => {
    if (!selected) return;
    if (selected.quote.length > ANNOTATION_QUOTE_MAX) {
      toast({ title: 'Trecho muito longo', description: `Selecione um trecho menor ${marked.ofText}.`, tone: 'bad' });
      return;
    }
    use({ ...selected, creationKey: newKey() });
  };

  return (
    <>
      {lost > 0 && (
        <p className="text-ink-soft text-sm print:hidden">
          {marked.lostWords(lost)} Elas continuam em Minhas anotações.
        </p>
      )}
      {selected && !draft && (
        <div role="toolbar" aria-label="Trecho selecionado" className="reader-bar print:hidden">
          <Button
            variant="line"
            size="sm"
            busy={annotate.isPending}
            // The press must not take the selection away before it is used.
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => begin((anchor) => make(anchor, ''))}
          >
            <Highlighter /> Marcar
          </Button>
          <Button
            variant="line"
            size="sm"
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => begin(setDraft)}
          >
            <StickyNote /> Anotar
          </Button>
          <Button
            variant="line"
            size="sm"
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => begin(setPhrase)}
          >
            <Layers /> Criar cartão
          </Button>
        </div>
      )}
      <Suspense>
        {phrase !== null && (
          <CardFromPhrase phrase={phrase.quote} {...marked.card(phrase)} onClose={() => setPhrase(null)} />
        )}
        {draft && (
          <NoteDialog
            quote={draft.quote}
            note=""
            busy={annotate.isPending}
            onSave={(note) => make(draft, note)}
            onClose={() => setDraft(null)}
          />
        )}
        {open && (
          <NoteDialog
            key={`${open.id}:${open.version}`}
            quote={open.quote}
            note={open.note}
            busy={change.isPending || remove.isPending}
            onSave={(note) =>
              change.mutate({ before: open, note, version: open.version }, { onSuccess: () => setOpenId(null) })
            }
            onRemove={() => remove.mutate(open, { onSuccess: () => setOpenId(null) })}
            onClose={() => setOpenId(null)}
          />
        )}
      </Suspense>
    </>
  );
}

/** Paints the highlights into the text; returns how many no longer have a passage there. */
function useHighlights<A extends Anchor>(
  body: RefObject<HTMLElement | null>,
  text: object | null,
  { annotations, find }: MarkedText<A>,
) {
  // The text as its author wrote it: marks do not change it, so it is read once.
  const [lost, setLost] = useState(0);
  const findIn = useEffectEvent(find);
  useEffect(() => {
    const root = body.current;
    if (!root || !annotations || text === null) return;
    erase(root);
    const passages = readPassages(root);
    const found = annotations.flatMap((annotation) => {
      const stretch = findIn(passages, annotation);
      return stretch ? [{ id: annotation.id, stretch, isNoted: annotation.note !== '' }] : [];
    });
    paint(root, found);
    setLost(annotations.length - found.length);
    return () => erase(root);
  }, [body, text, annotations]);
  return lost;
}

/** A press on a mark, or Enter and the space bar on it, opens its note. */
function useHighlightPresses(body: RefObject<HTMLElement | null>, onOpen: (id: number) => void): void {
  const open = useEffectEvent((event: Event) => {
    const id = annotationAt(event.target);
    const isSelecting = event.type === 'click' && getSelection()?.isCollapsed === false;
    if (id === null || isSelecting || (event.target as Element).closest('a')) return;
    if (event instanceof KeyboardEvent && event.key !== 'Enter' && event.key !== ' ') return;
    event.preventDefault();
    onOpen(id);
  });
  useEffect(() => {
    const root = body.current;
    const listen = (event: Event) => open(event);
    root?.addEventListener('click', listen);
    root?.addEventListener('keydown', listen);
    return () => {
      root?.removeEventListener('click', listen);
      root?.removeEventListener('keydown', listen);
    };
  }, [body]);
}

/** The currently selected passage, however it was selected. */
function useSelectedPassage<A extends Anchor>(body: RefObject<HTMLElement | null>, { anchorAt }: MarkedText<A>) {
  const [selected, setSelected] = useState<A | null>(null);
  const anchorIn = useEffectEvent(anchorAt);
  useEffect(() => {
    const look = () => {
      const root = body.current;
      const selection = getSelection();
      if (!root || !selection || selection.isCollapsed || selection.rangeCount === 0) return setSelected(null);
      const range = selection.getRangeAt(0);
      if (!root.contains(range.commonAncestorContainer)) return setSelected(null);
      const passages = readPassages(root);
      const stretch = stretchOf(range, passages);
      setSelected(stretch && anchorIn(passages, stretch));
    };
    document.addEventListener('selectionchange', look);
    return () => document.removeEventListener('selectionchange', look);
  }, [body]);
  return useMemo(() => [selected, setSelected] as const, [selected]);
}
