import { type KeyboardEvent, useMemo, useState } from 'react';
import type { EssayMark } from '#contract/exams/essay-corrections.ts';
import type { EssayLine } from '#contract/exams/essay-lines.ts';
import type { PublishedTheme } from '#contract/exams/essay-themes.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { Kbd } from '#web/ui/kbd.tsx';
import { SheetView } from '../sheet-view.tsx';
import {
  findPassage,
  movedRange,
  type Passage,
  passageOf,
  type WordRange,
  wordsOf,
  wordsToLine,
} from './text-selection.ts';

type MarkedSheetProps = {
  text: string;
  /** Where the sheet ends. */
  end: number;
  lines: readonly EssayLine[];
  theme: PublishedTheme;
  marks: readonly EssayMark[];
  activeId: string | null;
  selection: Passage | null;
  isEditable: boolean;
  onSelect: (passage: Passage | null) => void;
  onChoose: (id: string) => void;
  onMark: (passage: Passage | null) => void;
};

/** The sheet as a reader works on it: a passage is selected by pointer, by arrow keys or by its words. */
export function MarkedSheet(props: MarkedSheetProps) {
  const { text, end, lines, theme, marks, activeId, selection, isEditable, onSelect, onChoose, onMark } = props;
  const words = useMemo(() => wordsOf(text, end), [text, end]);
  const [range, setRange] = useState<WordRange | null>(null);
  const [wanted, setWanted] = useState('');
  const [isMissing, setMissing] = useState(false);

  const move = (event: KeyboardEvent) => {
    const focus = range?.focus ?? 0;
    const step = {
      ArrowRight: 1,
      ArrowLeft: -1,
      ArrowDown: wordsToLine(words, lines, focus, 1),
      ArrowUp: wordsToLine(words, lines, focus, -1),
    }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const next = movedRange(words, range, { step, extend: event.shiftKey });
    setRange(next);
    onSelect(next && passageOf(words, next));
  };
  const takePointed = () => {
    const passage = pointedPassage(end);
    if (passage) onSelect(passage);
  };
  const find = () => {
    const passage = findPassage(text, wanted, end, selection?.end ?? 0);
    setMissing(passage === null);
    if (!passage) return;
    setWanted('');
    onMark(passage);
  };

  return (
    <>
      <form
        className="mb-3 flex flex-wrap items-end gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          find();
        }}
      >
        <Field
          label="Marcar um trecho pelas palavras"
          hideLabel
          className="min-w-40 grow"
          error={isMissing ? 'Este trecho não está na folha.' : null}
        >
          <Input
            data-find
            value={wanted}
            disabled={!isEditable}
            placeholder="Marcar um trecho pelas palavras"
            onChange={({ target }) => {
              setWanted(target.value);
              setMissing(false);
            }}
          />
        </Field>
        <Button variant="line" disabled={!isEditable || selection === null} onClick={() => onMark(selection)}>
          Marcar <Kbd className="max-md:hidden">M</Kbd>
        </Button>
      </form>
      <p className="mb-3 text-ink-soft text-xs max-md:hidden">
        <Kbd>/</Kbd> trecho <Kbd>←</Kbd> <Kbd>→</Kbd> palavras, com <Kbd>Shift</Kbd> mais <Kbd>M</Kbd> marcar{' '}
        <Kbd>J</Kbd> <Kbd>K</Kbd> marcas <Kbd>C</Kbd> comentário <Kbd>1</Kbd>…<Kbd>9</Kbd> critério <Kbd>−</Kbd>{' '}
        <Kbd>+</Kbd> pontos <Kbd>P</Kbd> elogio <Kbd>Del</Kbd> tirar
      </p>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: no role fits a text whose words are selected by arrow keys */}
      <div
        data-sheet
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the words are selected by arrow keys
        tabIndex={0}
        onKeyDown={move}
        onPointerUp={takePointed}
        className="scroll-mt-64 rounded-card outline-offset-2"
      >
        <SheetView
          text={text}
          lineWidth={theme.lineWidth}
          maxLines={theme.maxLines}
          marks={marks}
          selection={selection}
          activeId={activeId}
          onChoose={onChoose}
        />
      </div>
      <p role="status" className="sr-only">
        {selection && `Selecionado: ${text.slice(selection.start, selection.end)}`}
      </p>
    </>
  );
}

/** The passage that the pointer selected, from the positions that each stretch of the sheet carries. */
function pointedPassage(end: number): Passage | null {
  const chosen = getSelection();
  if (!chosen || chosen.isCollapsed || chosen.rangeCount === 0) return null;
  const range = chosen.getRangeAt(0);
  const at = (node: Node, offset: number) => {
    const element = node instanceof Element ? node : node.parentElement;
    const stretch = element?.closest<HTMLElement>('[data-start]');
    return stretch ? Number(stretch.dataset.start) + (node instanceof Text ? offset : 0) : null;
  };
  const from = at(range.startContainer, range.startOffset);
  const to = at(range.endContainer, range.endOffset);
  if (from === null || to === null || to <= from || from >= end) return null;
  return { start: from, end: Math.min(to, end) };
}
