import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useMemo, useState } from 'react';
import { Link } from 'wouter';
import { lawScreens } from '#contract/law-screens.ts';
import { textOf } from '#web/lib/api.ts';
import { plural } from '#web/lib/format.ts';
import { Card } from '#web/ui/card.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { SearchInput } from '#web/ui/search-input.tsx';
import { withOn } from './as-of-line.tsx';
import { articleWords, foldLines, searchLines } from './law-words.ts';
import { lawTextQuery, type On } from './laws.queries.ts';

const SHOWN = 50;
/** Rows that are rendered with a keystroke. The others follow after its paint. */
const FIRST = 8;

type LawSearchProps = { lawId: number; name: string; on: On };

/** Searches the full law at every keystroke. The text is loaded at the first focus. */
export function LawSearch({ lawId, name, on }: LawSearchProps) {
  const [words, setWords] = useState('');
  const [isWanted, setWanted] = useState(false);
  const text = useQuery({ ...lawTextQuery(lawId, on), enabled: isWanted });
  const lines = useMemo(() => foldLines(text.data ?? []), [text.data]);
  const { found, total } = useMemo(() => searchLines(lines, words, SHOWN), [lines, words]);
  const shown = useDeferredValue(words) === words ? found : found.slice(0, FIRST);
  const isSearching = words.trim() !== '';
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
      {isSearching && text.isError && (
        <ErrorState
          title="Não conseguimos procurar"
          text={textOf(text.error)}
          onRetry={() => text.refetch()}
          retrying={text.isFetching}
        />
      )}
      {isSearching && !text.isError && (
        <Card flush>
          <p role="status" className="px-4 py-3 text-ink-soft text-sm md:px-5">
            {text.isPending
              ? 'Procurando...'
              : total === 0
                ? 'Nada encontrado.'
                : `${plural(total, 'trecho', 'trechos')}${total > SHOWN ? `, os primeiros ${SHOWN}` : ''}`}
          </p>
          <ul className="max-h-96 divide-y divide-line overflow-y-auto">
            {shown.map((line) => (
              <li key={line.lexId}>
                <Link
                  href={withOn(`${lawScreens.article(lawId, line.article)}#${line.lexId}`, on)}
                  className="block min-h-11 px-4 py-2.5 text-ink text-sm no-underline hover:bg-hover md:px-5"
                >
                  <span className="font-strong">{articleWords(line.article, name)}</span>{' '}
                  <span className="wrap-anywhere line-clamp-3">
                    {line.label} {line.text}
                  </span>
                </Link>
              </li>
            ))}
          </ul>
        </Card>
      )}
    </search>
  );
}
