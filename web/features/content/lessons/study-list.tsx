import { useWindowVirtualizer, type VirtualItem } from '@tanstack/react-virtual';
import { CircleCheck } from 'lucide-react';
import { useLayoutEffect, useRef, useState } from 'react';
import { formatDate, formatMissing, formatPercent } from '#web/lib/format.ts';
import { useHydrated } from '#web/lib/hydration.ts';
import { isOnServer } from '#web/lib/on-server.ts';
import { cx } from '#web/ui/cx.ts';
import { MasterySun } from '#web/ui/mastery-sun.tsx';
import { Progress } from '#web/ui/progress.tsx';
import { LessonLink } from './lesson-link.tsx';
import type { LessonRow, StudyRow, SubjectRow } from './study-rows.ts';

const SUBJECT_HEIGHT = 88;
const LESSON_HEIGHT = 66;
const BEYOND = 12;
const AT_FIRST = 30;

/** Heights of the rows of the last visit: on the way back the page is as long as it was left, and scrolls there. */
let measured: { rows: readonly StudyRow[]; items: VirtualItem[] } | null = null;

const keyOf = (row: StudyRow) => (row.kind === 'subject' ? `subject-${row.id}` : row.lesson.id);

/** However many rows there are, only those in view are in the document. */
export function StudyList({ rows }: { rows: StudyRow[] }) {
  const list = useRef<HTMLUListElement>(null);
  const [top, setTop] = useState(0);
  useLayoutEffect(() => setTop(list.current?.offsetTop ?? 0), []);

  const virtualizer = useWindowVirtualizer({
    count: rows.length,
    estimateSize: (index) => (rows[index]?.kind === 'subject' ? SUBJECT_HEIGHT : LESSON_HEIGHT),
    getItemKey: (index) => {
      const row = rows[index];
      return row ? keyOf(row) : index;
    },
    overscan: BEYOND,
    // Set before anything is measured, so that the rows are in the first render and not in a second one.
    initialRect: isOnServer ? { width: 0, height: 0 } : { width: window.innerWidth, height: window.innerHeight },
    scrollMargin: top,
    ...(measured?.rows.length === rows.length ? { initialMeasurementsCache: measured.items } : {}),
  });

  useLayoutEffect(() => {
    return () => {
      measured = { rows, items: virtualizer.measurementsCache };
    };
  }, [rows, virtualizer]);

  // The server cannot measure a window: it renders as many rows as a tall one shows. They keep their keys, so that
  // their nodes stay.
  const isHydrated = useHydrated();
  if (!isHydrated) {
    return (
      <ul ref={list}>
        {rows.slice(0, AT_FIRST).map((row) => (
          <li key={keyOf(row)}>{row.kind === 'subject' ? <SubjectHeading row={row} /> : <LessonItem row={row} />}</li>
        ))}
      </ul>
    );
  }
  return (
    <ul ref={list} className="relative" style={{ height: virtualizer.getTotalSize() }}>
      {virtualizer.getVirtualItems().map((item) => {
        const row = rows[item.index];
        if (!row) return null;
        return (
          <li
            key={item.key}
            ref={virtualizer.measureElement}
            data-index={item.index}
            aria-setsize={rows.length}
            aria-posinset={item.index + 1}
            className="absolute inset-x-0 top-0"
            style={{ transform: `translateY(${item.start - virtualizer.options.scrollMargin}px)` }}
          >
            {row.kind === 'subject' ? <SubjectHeading row={row} /> : <LessonItem row={row} />}
          </li>
        );
      })}
    </ul>
  );
}

function SubjectHeading({ row }: { row: SubjectRow }) {
  const percent = (row.done / row.total) * 100;
  return (
    <div className="grid gap-x-6 pt-5 pb-3 md:grid-cols-[1fr_200px] md:items-end">
      <h2 className="text-lg [overflow-wrap:anywhere]">{row.name}</h2>
      <div>
        <p className="text-ink-soft text-sm tabular-nums md:text-right">
          {row.done} de {row.total} concluídas
        </p>
        <Progress value={percent} label={`Progresso em ${row.name}`} valueText={`${row.done} de ${row.total} aulas`} />
      </div>
    </div>
  );
}

function LessonItem({ row: { lesson, done, position, isFirst, isLast } }: { row: LessonRow }) {
  const begun = !done && position > 0.02;
  const minutesLeft = Math.max(1, Math.round(lesson.readingMinutes * (1 - position)));
  return (
    <LessonLink
      id={lesson.id}
      className={cx(
        'flex min-h-16 items-center gap-3 border-line border-x border-t bg-surface px-4 py-2.5 text-ink no-underline hover:bg-hover md:px-5',
        isFirst && 'rounded-t-card',
        isLast && 'rounded-b-card border-b',
      )}
    >
      <span className="grid size-6 shrink-0 place-items-center">
        {done ? (
          <CircleCheck className="text-ok" />
        ) : begun ? (
          <MasterySun value={position} className="w-6" />
        ) : (
          <span className="size-4 rounded-full border-2 border-line-strong" />
        )}
      </span>
      <span className="min-w-0 grow">
        <span className="line-clamp-2 font-strong [overflow-wrap:anywhere]">{lesson.title}</span>
        <span className="flex flex-wrap gap-x-3 text-ink-soft text-sm tabular-nums">
          {done && <span className="text-ok">Concluída</span>}
          {begun && <span className="font-strong text-sun-ink">Em andamento, {formatPercent(position)} lida</span>}
          <span>{begun ? formatMissing(minutesLeft) : `${lesson.readingMinutes} min de leitura`}</span>
        </span>
      </span>
      <time dateTime={lesson.createdAt} className="shrink-0 text-ink-soft text-xs tabular-nums max-md:sr-only">
        {formatDate(lesson.createdAt)}
      </time>
    </LessonLink>
  );
}
