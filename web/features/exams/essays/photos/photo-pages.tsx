import type { ReactNode } from 'react';
import type { EssayMark } from '#contract/exams/essay-corrections.ts';
import { AREA_SCALE, type EssayPage, type PageArea } from '#contract/exams/essay-pages.ts';
import { cx } from '#web/ui/cx.ts';
import { sortedMarks } from '../marked-text.ts';
import { pageAddress } from './photo.queries.ts';

const percent = (thousandths: number) => `${(thousandths / AREA_SCALE) * 100}%`;

export const placeOf = ({ x, y, width, height }: PageArea) => ({
  left: percent(x),
  top: percent(y),
  width: percent(width),
  height: percent(height),
});

type PhotoPagesProps = {
  pages: readonly EssayPage[];
  marks?: readonly EssayMark[];
  activeId?: string | null;
  onChoose?: (id: string) => void;
  /** Over each page: what a reader draws. */
  over?: (page: number) => ReactNode;
};

/** The pages of a photographed essay with the rectangles that readers marked, at the width of their column. */
export function PhotoPages({ pages, marks = [], activeId, onChoose, over }: PhotoPagesProps) {
  const sorted = sortedMarks(marks);
  return (
    <ol aria-label="Páginas da redação" className="grid grid-cols-1 gap-4">
      {pages.map(({ id, width, height }, index) => (
        <li key={id} className="relative overflow-hidden rounded-card border border-line bg-surface">
          <img
            src={pageAddress(id)}
            alt={`Página ${index + 1} de ${pages.length}, escrita à mão`}
            width={width}
            height={height}
            draggable={false}
            className="block h-auto w-full select-none"
          />
          {over?.(index + 1)}
          {sorted.map((mark, at) =>
            mark.area?.page === index + 1 ? (
              <AreaMark
                key={mark.id}
                mark={mark}
                area={mark.area}
                number={at + 1}
                isActive={mark.id === activeId}
                {...(onChoose ? { onChoose } : {})}
              />
            ) : null,
          )}
        </li>
      ))}
    </ol>
  );
}

type AreaMarkProps = {
  mark: EssayMark;
  area: PageArea;
  number: number;
  isActive: boolean;
  onChoose?: (id: string) => void;
};

function AreaMark({ mark, area, number, isActive, onChoose }: AreaMarkProps) {
  const look = cx(
    'absolute rounded-xs border-2',
    mark.isPraise ? 'border-ok bg-ok/15' : 'border-sun-edge bg-sun/20',
    isActive && 'outline-2 outline-ink outline-offset-1',
  );
  const label = `Marca ${number}: ${mark.comment || 'sem comentário'}`;
  const badge = (
    <span className="absolute -top-0.5 -left-0.5 rounded-xs bg-surface px-1 font-strong text-sun-ink text-xs leading-tight">
      {number}
    </span>
  );
  return onChoose ? (
    <button
      type="button"
      aria-label={label}
      aria-current={isActive}
      style={placeOf(area)}
      className={look}
      onClick={() => onChoose(mark.id)}
    >
      {badge}
    </button>
  ) : (
    <span style={placeOf(area)} className={look}>
      {badge}
      <span className="sr-only">{label}</span>
    </span>
  );
}
