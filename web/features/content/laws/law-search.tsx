import { useQuery } from '@tanstack/react-query';
import { memo, useDeferredValue, useEffect, useMemo, useState } from 'react';
import { Link } from 'wouter';
import type { LawTextLine } from '#contract/content/laws.ts';
import { lawScreens } from '#contract/law-screens.ts';
import { plural } from '#web/lib/format.ts';
import { Card } from '#web/ui/card.tsx';
import { LoadError } from '#web/ui/load-error.tsx';
import { SearchInput } from '#web/ui/search-input.tsx';
import { withOn } from './as-of-line.tsx';
import { articleWords, type FoldedLine, foldLines, searchLines } from './law-words.ts';
import { lawTextQuery, type On } from './laws.queries.ts';

const SHOWN = 50;
/** Lines that are folded in one task: a few milliseconds on a slow phone. */
const FOLDED_AT_ONCE = 200;

/** The lines of a law to search in; null until all are folded. A key that is typed meanwhile waits for one step only. */
function useFoldedLines(lines: readonly LawTextLine[] | undefined): readonly FoldedLine<LawTextLine>[] | null {
  const [folded, setFolded] = useState<{ of: typeof lines; lines: FoldedLine<LawTextLine>[] } | null>(null);
  useEffect(() => {
    if (!lines) return;
    const done: FoldedLine<LawTextLine>[] = [];
    const step = () => {
      done.push(...foldLines(lines.slice(done.length, done.length + FOLDED_AT_ONCE)));
      if (done.length < lines.length) timer = setTimeout(step);
      else setFolded({ of: lines, lines: done });
    };
    let timer = setTimeout(step);
    return () => clearTimeout(timer);
  }, [lines]);
  return folded && folded.of === lines ? folded.lines : null;
}

type LawSearchProps = { lawId: number; name: string; on: On };

/** Searches the full law at every keystroke. The text is loaded at the first focus. */
export function LawSearch({ lawId, name, on }: LawSearchProps) {
  const [words, setWords] = useState('');
  const [isWanted, setWanted] = useState(false);
  const text = useQuery({ ...lawTextQuery(lawId, on), enabled: isWanted });
  const lines = useFoldedLines(text.data);
  // A key paints its letter only. The results follow in a render that the next key interrupts.
  const searched = useDeferredValue(words);
  const isSearching = searched.trim() !== '';
  return (
    <search className="grid gap-3">
      <SearchInput
        label={`Procurar em ${name}`}
        placeholder={`Procurar em ${name}`}
        value={words}
        onFocus={() => setWanted(true)}
        onValueChange={(value) => {
          setWanted(true);
          setWords(value);
        }}
      />
      {isSearching && text.isError && <LoadError of={text} title="Não conseguimos procurar" />}
      {isSearching && !text.isError && <Results lines={lines} words={searched} lawId={lawId} name={name} on={on} />}
    </search>
  );
}

type ResultsProps = LawSearchProps & { lines: readonly FoldedLine<LawTextLine>[] | null; words: string };

const Results = memo(function Results({ lines, words, lawId, name, on }: ResultsProps) {
  const { found, total } = useMemo(() => searchLines(lines ?? [], words, SHOWN), [lines, words]);
  return (
    <Card flush>
      <p role="status" className="px-4 py-3 text-ink-soft text-sm md:px-5">
        {lines === null
          ? 'Procurando...'
          : total === 0
            ? 'Nada encontrado.'
            : `${plural(total, 'trecho', 'trechos')}${total > SHOWN ? `, os primeiros ${SHOWN}` : ''}`}
      </p>
      <ul className="max-h-96 divide-y divide-line overflow-y-auto">
        {found.map(({ line, excerpt }) => (
          // Rows below the visible ones are laid out when they are scrolled near.
          <li key={line.lexId} className="[contain-intrinsic-size:auto_84px] [content-visibility:auto]">
            <Link
              href={withOn(`${lawScreens.article(lawId, line.article)}#${line.lexId}`, on)}
              className="block min-h-11 px-4 py-2.5 text-ink text-sm no-underline hover:bg-hover md:px-5"
            >
              <span className="font-strong">{articleWords(line.article, name)}</span>{' '}
              <span className="wrap-anywhere line-clamp-3">{excerpt}</span>
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  );
});
