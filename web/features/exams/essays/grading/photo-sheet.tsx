import { PencilLine } from 'lucide-react';
import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import { type EssayMark, passageOfArea } from '#contract/exams/essay-corrections.ts';
import { AREA_SCALE, type EssayPage, type PageArea } from '#contract/exams/essay-pages.ts';
import { Button } from '#web/ui/button.tsx';
import { cx } from '#web/ui/cx.ts';
import { Kbd } from '#web/ui/kbd.tsx';
import { PhotoPages, placeOf } from '../photos/photo-pages.tsx';
import { areaBetween, movedArea } from '../photos/sheet-selection.ts';
import type { Selection } from './text-selection.ts';

type PhotoSheetProps = {
  pages: readonly EssayPage[];
  marks: readonly EssayMark[];
  activeId: string | null;
  selection: Selection | null;
  isEditable: boolean;
  onSelect: (selection: Selection | null) => void;
  onChoose: (id: string) => void;
  onMark: (selection: Selection | null) => void;
};

/** The pages as a reader works on them: a rectangle is selected by pointer, or moved and sized by arrow keys. */
export function PhotoSheet(props: PhotoSheetProps) {
  const { pages, marks, activeId, selection, isEditable, onSelect, onChoose, onMark } = props;
  const area = selection?.area ?? null;
  const sheet = useRef<HTMLDivElement>(null);
  /** A finger scrolls the page, and draws once it was asked to. A mouse or pen always draws. */
  const [isDrawing, setDrawing] = useState(false);
  const select = (next: PageArea | null) => onSelect(next && { ...passageOfArea, area: next });
  const move = (event: KeyboardEvent) => {
    const next = movedArea(area, event.key, { pages: pages.length, resize: event.shiftKey });
    if (next === area) return;
    event.preventDefault();
    select(next);
    requestAnimationFrame(() => sheet.current?.querySelector('[data-area]')?.scrollIntoView({ block: 'nearest' }));
  };
  return (
    <>
      <div className="mb-3 flex flex-wrap items-center gap-2">
        <Button
          variant="line"
          className="pointer-fine:hidden"
          aria-pressed={isDrawing}
          disabled={!isEditable}
          onClick={() => setDrawing(!isDrawing)}
        >
          <PencilLine /> {isDrawing ? 'Rolar' : 'Desenhar'}
        </Button>
        <Button variant="line" disabled={!isEditable || area === null} onClick={() => onMark(selection)}>
          Marcar <Kbd className="max-md:hidden">M</Kbd>
        </Button>
      </div>
      <p className="mb-3 text-ink-soft text-xs max-md:hidden">
        <Kbd>←</Kbd> <Kbd>→</Kbd> <Kbd>↑</Kbd> <Kbd>↓</Kbd> retângulo, com <Kbd>Shift</Kbd> tamanho <Kbd>PgDn</Kbd>{' '}
        página <Kbd>M</Kbd> marcar <Kbd>J</Kbd> <Kbd>K</Kbd> marcas <Kbd>C</Kbd> comentário <Kbd>1</Kbd>…<Kbd>9</Kbd>{' '}
        critério <Kbd>−</Kbd> <Kbd>+</Kbd> pontos <Kbd>P</Kbd> elogio <Kbd>Del</Kbd> tirar
      </p>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: no role fits a picture on which arrow keys move a rectangle */}
      <div
        ref={sheet}
        data-sheet
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the rectangle is moved by arrow keys
        tabIndex={0}
        onKeyDown={move}
        className="scroll-mt-64 rounded-card outline-offset-2"
      >
        <PhotoPages
          pages={pages}
          marks={marks}
          activeId={activeId}
          onChoose={onChoose}
          over={(page) => (
            <DrawingLayer
              page={page}
              area={area?.page === page ? area : null}
              isEditable={isEditable}
              isDrawing={isDrawing}
              onDraw={select}
            />
          )}
        />
      </div>
      <p role="status" className="sr-only">
        {area &&
          `Retângulo na página ${area.page}: ${Math.round(area.y / 10)} % abaixo do topo, ${Math.round(area.x / 10)} % da esquerda`}
      </p>
    </>
  );
}

type DrawingLayerProps = {
  page: number;
  area: PageArea | null;
  isEditable: boolean;
  isDrawing: boolean;
  onDraw: (area: PageArea | null) => void;
};

function DrawingLayer({ page, area, isEditable, isDrawing, onDraw }: DrawingLayerProps) {
  const from = useRef<{ x: number; y: number } | null>(null);
  const at = (event: PointerEvent) => {
    const box = event.currentTarget.getBoundingClientRect();
    return {
      x: ((event.clientX - box.left) / box.width) * AREA_SCALE,
      y: ((event.clientY - box.top) / box.height) * AREA_SCALE,
    };
  };
  return (
    <div
      data-page={page}
      className={cx('absolute inset-0', isEditable && 'cursor-crosshair', isDrawing && 'touch-none')}
      onPointerDown={(event) => {
        if (!isEditable || (event.pointerType === 'touch' && !isDrawing)) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        from.current = at(event);
      }}
      onPointerMove={(event) => from.current && onDraw(areaBetween(page, from.current, at(event)))}
      onPointerUp={() => {
        from.current = null;
      }}
      onPointerCancel={() => {
        from.current = null;
      }}
    >
      {area && (
        <span data-area style={placeOf(area)} className="absolute rounded-xs bg-selected/40 outline-2 outline-focus" />
      )}
    </div>
  );
}
