import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useEffect, useEffectEvent, useId, useState } from 'react';
import { useLocation } from 'wouter';
import { useDebounced } from '../../lib/use-debounced.ts';
import { groupResults, pathOfResult } from './result-groups.ts';
import { searchQuery } from './search.queries.ts';

const PAUSE_MS = 180;

/** What was typed, what it finds, and which result the arrows have reached. */
export function useSearchBox({ onDone }: { onDone: () => void }) {
  const listId = useId();
  const [, navigate] = useLocation();
  const [words, setWords] = useState('');
  const rested = useDebounced(words.trim(), PAUSE_MS);
  const found = useQuery(searchQuery(rested));
  const groups = words.trim() === '' ? [] : groupResults(found.data ?? []);
  const ordered = groups.flatMap(({ results }) => results.map(({ result }) => result));
  const [chosen, setChosen] = useState(0);
  const active = Math.min(chosen, ordered.length - 1);

  const isFresh = found.isSuccess && !found.isPlaceholderData && rested === words.trim();
  const [opensWhenFound, setOpensWhenFound] = useState(false);

  const type = (value: string) => {
    setWords(value);
    setChosen(0);
    setOpensWhenFound(false);
  };
  const finish = () => {
    type('');
    onDone();
  };
  const openChosen = () => {
    const result = ordered[active];
    setOpensWhenFound(false);
    if (!result) return;
    finish();
    navigate(pathOfResult(result));
  };
  // Enter may come before the results of the last letters: it holds until they are here.
  const openNow = useEffectEvent(openChosen);
  useEffect(() => {
    if (opensWhenFound && isFresh) openNow();
  }, [opensWhenFound, isFresh]);

  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && ordered.length > 0) {
      event.preventDefault();
      setChosen((active + step + ordered.length) % ordered.length);
    }
    if (event.key === 'Enter') {
      event.preventDefault();
      if (isFresh) openChosen();
      else setOpensWhenFound(words.trim() !== '');
    }
  };

  return {
    listId,
    optionId: (index: number) => `${listId}-${index}`,
    words,
    type,
    finish,
    onKeyDown,
    groups,
    active,
    count: ordered.length,
    isEmpty: words.trim() === '',
    isSearching: !found.isError && (rested !== words.trim() || found.isFetching),
    isError: found.isError,
    retry: () => found.refetch(),
  };
}

export type SearchBox = ReturnType<typeof useSearchBox>;

/** What the field tells a screen reader about the list below it. */
export function comboboxProps(box: SearchBox, open = true) {
  const isExpanded = open && box.count > 0;
  return {
    role: 'combobox',
    'aria-autocomplete': 'list',
    'aria-expanded': isExpanded,
    'aria-controls': isExpanded ? box.listId : undefined,
    'aria-activedescendant': isExpanded ? box.optionId(box.active) : undefined,
  } as const;
}
