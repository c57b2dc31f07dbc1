import { BookOpenText, ClipboardList, LibraryBig } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { Link } from 'wouter';
import type { SearchKind, SearchResult, TextPiece } from '../../../contract/search.ts';
import { plural } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { pathOfResult } from './result-groups.ts';
import type { SearchBox } from './use-search-box.ts';

const icons: Record<SearchKind, ReactNode> = {
  lesson: <BookOpenText />,
  course: <LibraryBig />,
  quiz: <ClipboardList />,
};

/** The list under the field, and in words what it holds. */
export function SearchResults({ box }: { box: SearchBox }) {
  return (
    <>
      <p role="status" className={box.count > 0 || box.isEmpty ? 'sr-only' : 'px-4 py-6 text-center text-ink-soft'}>
        {describe(box)}
      </p>
      {box.isError && (
        <div className="pb-5 text-center">
          <Button variant="line" size="sm" onClick={box.retry}>
            Tentar de novo
          </Button>
        </div>
      )}
      <div id={box.listId} role="listbox" aria-label="Resultados">
        {box.groups.map(({ kind, label, results }) => (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset is no part of a listbox
          <div key={kind} role="group" aria-labelledby={`${box.listId}-${kind}`} className="py-1.5">
            <p id={`${box.listId}-${kind}`} className="px-4 py-1 font-strong text-ink-soft text-xs">
              {label}
            </p>
            {results.map(({ result, index }) => (
              <Option key={`${kind}${result.id}`} box={box} result={result} index={index} />
            ))}
          </div>
        ))}
      </div>
    </>
  );
}

function describe(box: SearchBox): string {
  if (box.isEmpty) return '';
  if (box.isError) return 'Não conseguimos buscar agora.';
  if (box.count > 0) return plural(box.count, 'resultado', 'resultados');
  return box.isSearching ? 'Buscando…' : `Nada encontrado para “${box.words.trim()}”. Tente outra palavra.`;
}

type OptionProps = { box: SearchBox; result: SearchResult; index: number };

function Option({ box, result, index }: OptionProps) {
  const link = useRef<HTMLAnchorElement>(null);
  const isActive = index === box.active;
  useEffect(() => {
    if (isActive) link.current?.scrollIntoView({ block: 'nearest' });
  }, [isActive]);
  return (
    <Link
      ref={link}
      id={box.optionId(index)}
      role="option"
      aria-selected={isActive}
      tabIndex={-1}
      href={pathOfResult(result)}
      onClick={box.finish}
      className="mx-1.5 flex min-h-11 gap-3 rounded-control px-2.5 py-2 text-ink no-underline hover:bg-hover aria-selected:bg-selected"
    >
      <span className="mt-0.5 text-ink-soft">{icons[result.kind]}</span>
      <span className="min-w-0">
        <span className="wrap-anywhere block font-strong">
          <Pieces pieces={result.title} />
        </span>
        <span className="wrap-anywhere line-clamp-2 text-ink-soft text-sm">
          {result.context && <>{result.context}. </>}
          <Pieces pieces={result.snippet} />
        </span>
      </span>
    </Link>
  );
}

function Pieces({ pieces }: { pieces: readonly TextPiece[] }) {
  return pieces.map((piece, place) =>
    piece.hit ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one text never change places
      <mark key={place} className="rounded-[2px] bg-mark text-ink">
        {piece.text}
      </mark>
    ) : (
      piece.text
    ),
  );
}
