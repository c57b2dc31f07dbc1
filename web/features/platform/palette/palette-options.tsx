import { BookOpenText, ClipboardList, LibraryBig, PenLine } from 'lucide-react';
import { type MouseEvent, type ReactNode, useEffect, useRef } from 'react';
import type { SearchKind, TextPiece } from '#contract/platform/search.ts';
import { plural } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import { pathOfResult } from './result-groups.ts';
import type { Option, PaletteBox } from './use-palette.ts';

const icons: Record<SearchKind, ReactNode> = {
  lesson: <BookOpenText />,
  course: <LibraryBig />,
  quiz: <ClipboardList />,
  essayTheme: <PenLine />,
  teacherEssayTheme: <PenLine />,
};

/** The list of options, with a status text. */
export function PaletteOptions({ box }: { box: PaletteBox }) {
  const said = describe(box);
  return (
    <>
      <p role="status" className={box.count > 0 ? 'sr-only' : 'px-4 py-6 text-center text-ink-soft'}>
        {said}
      </p>
      {box.isError && (
        <div className="px-4 py-3 text-center">
          {box.count > 0 && <p className="mb-2 text-ink-soft text-sm">{said}</p>}
          <Button variant="line" size="sm" onClick={box.retry}>
            Tentar de novo
          </Button>
        </div>
      )}
      <div id={box.listId} role="listbox" aria-label="Resultados" className="py-1.5">
        {box.groups.map(({ label, options }, place) => (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset is no part of a listbox
          <div key={label} role="group" aria-labelledby={`${box.listId}-g${place}`}>
            <p id={`${box.listId}-g${place}`} className="px-4 pt-3 pb-1 text-ink-soft text-xs">
              {label}
            </p>
            {options.map(({ option, index }) => (
              <Row key={option.key} box={box} option={option} index={index} />
            ))}
          </div>
        ))}
      </div>
    </>
  );
}

function describe(box: PaletteBox): string {
  if (box.isError) return 'Não conseguimos buscar agora.';
  if (box.count > 0) return plural(box.count, 'resultado', 'resultados');
  return box.isSearching ? 'Buscando…' : `Nada encontrado para “${box.words}”. Tente outra palavra.`;
}

type RowProps = { box: PaletteBox; option: Option; index: number };

function Row({ box, option, index }: RowProps) {
  const row = useRef<HTMLAnchorElement & HTMLDivElement>(null);
  const isActive = index === box.active;
  useEffect(() => {
    if (isActive) row.current?.scrollIntoView({ block: 'nearest' });
  }, [isActive]);
  const path = 'result' in option ? pathOfResult(option.result) : option.command.path;
  const press = (event: MouseEvent) => {
    // The browser's own ways to open a link elsewhere stay.
    if (path && (event.ctrlKey || event.metaKey || event.shiftKey)) return;
    event.preventDefault();
    box.open(option);
  };
  const shared = {
    ref: row,
    id: box.optionId(index),
    role: 'option',
    'aria-selected': isActive,
    tabIndex: -1,
    onClick: press,
    className:
      'flex min-h-12 cursor-pointer items-center gap-3 px-4 py-2 text-ink no-underline hover:bg-hover aria-selected:bg-selected aria-selected:shadow-[inset_3px_0_0_var(--primary)] [&>.lucide]:text-ink-soft',
  } as const;
  const inside = 'result' in option ? <Found option={option} /> : <Known option={option} />;
  return path ? (
    <a {...shared} href={path}>
      {inside}
    </a>
  ) : (
    <div {...shared}>{inside}</div>
  );
}

function Known({ option: { command } }: { option: Extract<Option, { command: unknown }> }) {
  return (
    <>
      {command.icon}
      <span className="min-w-0 grow">{command.label}</span>
      {command.note && <span className="text-ink-soft text-xs">{command.note}</span>}
    </>
  );
}

function Found({ option: { result } }: { option: Extract<Option, { result: unknown }> }) {
  return (
    <>
      {icons[result.kind]}
      <span className="min-w-0 grow">
        <span className="wrap-anywhere block">
          <Pieces pieces={result.title} />
        </span>
        {result.snippet.length > 0 && (
          <span className="wrap-anywhere line-clamp-1 text-ink-soft text-sm">
            <Pieces pieces={result.snippet} />
          </span>
        )}
      </span>
      {result.context && <span className="shrink-0 text-ink-soft text-xs">{result.context}</span>}
    </>
  );
}

function Pieces({ pieces }: { pieces: readonly TextPiece[] }) {
  return pieces.map((piece, place) =>
    piece.hit ? (
      <mark
        // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one text never change places
        key={place}
        className="bg-transparent text-inherit underline decoration-2 decoration-sun-edge underline-offset-3"
      >
        {piece.text}
      </mark>
    ) : (
      piece.text
    ),
  );
}
