import { Fragment, useMemo } from 'react';
import type { EssayMark } from '#contract/exams/essay-corrections.ts';
import { essayLines } from '#contract/exams/essay-lines.ts';
import { cx } from '#web/ui/cx.ts';
import { type Segment, segmentsOf, sortedMarks } from './marked-text.ts';

type SheetViewProps = {
  text: string;
  lineWidth: number;
  maxLines: number;
  marks?: readonly EssayMark[];
  /** The passage that a reader has selected and not marked yet. */
  selection?: { start: number; end: number } | null;
  activeId?: string | null;
  onChoose?: (id: string) => void;
};

const SELECTION = 'selection';

/**
 * An essay on the sheet of the exam: one row per line on wide screens; on phones the text flows, with the number of
 * every fifth line in it. Paper has one row per line whatever its width.
 */
export function SheetView({ text, lineWidth, maxLines, marks = [], selection, activeId, onChoose }: SheetViewProps) {
  const lines = useMemo(() => essayLines(text, lineWidth), [text, lineWidth]);
  const sorted = useMemo(() => sortedMarks(marks), [marks]);
  const numberOf = new Map(sorted.map(({ id }, index) => [id, index + 1]));
  const byId = new Map(sorted.map((mark) => [mark.id, mark]));
  const selected: EssayMark[] = selection
    ? [{ id: SELECTION, ...selection, criterionKey: null, comment: '', points: 0, isPraise: false }]
    : [];

  const shown = ({ start, end, markIds, ends }: Segment) => {
    const id = markIds.find((one) => one !== SELECTION);
    const mark = id ? byId.get(id) : undefined;
    return (
      <Fragment key={start}>
        <span
          data-start={start}
          className={cx(
            mark && (mark.isPraise ? 'rounded-xs bg-ok-tint' : 'rounded-xs bg-mark'),
            mark && 'border-b-2',
            mark && (mark.isPraise ? 'border-ok' : 'border-sun-edge'),
            id !== undefined && id === activeId && 'outline-2 outline-ink',
            markIds.includes(SELECTION) && 'bg-selected outline-2 outline-focus',
          )}
        >
          {text.slice(start, end)}
        </span>
        {ends.flatMap((ended) => {
          const number = numberOf.get(ended);
          if (number === undefined) return [];
          const label = `Marca ${number}: ${byId.get(ended)?.comment || 'sem comentário'}`;
          const look = 'select-none align-super font-sans font-strong text-sun-ink text-xs leading-none';
          return onChoose ? (
            // A link, because it is a target within running text: it leads to the comment of the mark.
            <a
              key={ended}
              href={`#marca-${number}`}
              aria-label={label}
              aria-current={ended === activeId}
              onClick={(event) => {
                event.preventDefault();
                onChoose(ended);
              }}
              className={cx(look, 'px-0.5 underline')}
            >
              {number}
            </a>
          ) : (
            <sup key={ended} className={look}>
              {number}
            </sup>
          );
        })}
      </Fragment>
    );
  };

  return (
    <ol
      aria-label="Folha da redação"
      className="rounded-card border border-line bg-surface px-4 py-4 font-serif leading-[2rem] md:px-0 md:py-6 print:border-0 print:px-0 print:py-0 print:text-sm print:leading-[1.6rem]"
    >
      {lines.map((line, index) => {
        const isBeyond = index >= maxLines;
        return (
          <li
            key={line.start}
            className={cx(
              'inline md:grid md:grid-cols-[3.5rem_minmax(0,1fr)] md:border-line md:border-b md:pr-4 print:grid print:grid-cols-[2.5rem_minmax(0,1fr)] print:border-line print:border-b',
              isBeyond && 'bg-sunken text-ink-soft',
              line.isFirst && index > 0 && 'max-md:before:block max-md:before:h-2 print:before:hidden',
            )}
          >
            <span
              aria-hidden="true"
              className={cx(
                'select-none font-sans text-ink-soft text-xs tabular-nums leading-[inherit] md:pr-4 md:text-right print:pr-3 print:text-right',
                (index + 1) % 5 === 0
                  ? 'font-strong text-ink max-md:mx-1 max-md:rounded-xs max-md:bg-sunken max-md:px-1 print:mx-0 print:bg-transparent'
                  : 'max-md:hidden print:inline',
                isBeyond && 'text-bad',
              )}
            >
              {isBeyond ? 'fora' : index + 1}
            </span>
            <span className={cx('wrap-anywhere', line.isFirst && 'md:indent-4 print:indent-4')}>
              {segmentsOf(line, [...sorted, ...selected]).map(shown)}{' '}
            </span>
          </li>
        );
      })}
      {lines.length === 0 && <li className="list-none px-4 text-ink-soft">Folha em branco</li>}
    </ol>
  );
}
