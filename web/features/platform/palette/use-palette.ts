import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useEffect, useEffectEvent, useId, useState } from 'react';
import { useLocation } from 'wouter';
import type { SearchResult } from '#contract/platform/search.ts';
import { useDebounced } from '#web/lib/use-debounced.ts';
import { type Command, matchCommands, matchGuides, readTyped } from './commands.ts';
import { groupResults, pathOfResult } from './result-groups.ts';
import { searchQuery } from './search.queries.ts';

const PAUSE_MS = 180;

export type Option = { key: string } & ({ command: Command } | { result: SearchResult });
export type OptionGroup = { label: string; options: { option: Option; index: number }[] };

/** `guides`: parts of the help, which are searched and never listed as a whole. */
export type PaletteCommands = { places: Command[]; actions: Command[]; guides?: Command[] };

/** A guide explains; what it explains comes first, so a few are enough. */
const GUIDES = 4;
const SHORTEST_GUIDE_SEARCH = 3;

const ofCommand = (command: Command): Option => ({ key: `${command.label} ${command.path ?? ''}`, command });
const ofResult = (result: SearchResult): Option => ({ key: `${result.kind}${result.id}`, result });
const pathOf = (option: Option) => ('result' in option ? pathOfResult(option.result) : option.command.path);

/**
 * The typed text, its matches, and the active option. Destinations come first because they are known at once: later
 * results from the server never shift the option under the cursor.
 */
export function usePalette({ places, actions, guides = [] }: PaletteCommands, onDone: () => void) {
  const listId = useId();
  const [, navigate] = useLocation();
  const [text, setText] = useState('');
  const { words, onlyCommands } = readTyped(text);
  const asked = onlyCommands ? '' : words;
  const rested = useDebounced(asked, PAUSE_MS);
  const found = useQuery(searchQuery(rested));
  const isFresh = rested === asked && (asked === '' || (found.isSuccess && !found.isPlaceholderData));

  const groups = numbered([
    { label: 'Ir para', options: matchCommands(places, words).map(ofCommand) },
    ...(asked === '' ? [] : groupResults(found.data ?? [])).map(({ label, results }) => ({
      label,
      options: results.map(({ result }) => ofResult(result)),
    })),
    {
      label: 'Ajuda',
      options: asked.length < SHORTEST_GUIDE_SEARCH ? [] : matchGuides(guides, asked).slice(0, GUIDES).map(ofCommand),
    },
    { label: 'Fazer', options: matchCommands(actions, words).map(ofCommand) },
  ]);
  const options = groups.flatMap((group) => group.options.map(({ option }) => option));

  // Stored by key, not by index: results that arrive later do not change the selection.
  const [chosenKey, setChosenKey] = useState<string | null>(null);
  const chosen = options.findIndex(({ key }) => key === chosenKey);
  const active = chosen === -1 ? Math.min(0, options.length - 1) : chosen;
  const [opensWhenFound, setOpensWhenFound] = useState(false);

  const type = (value: string) => {
    setText(value);
    setChosenKey(null);
    setOpensWhenFound(false);
  };
  const open = (option: Option | undefined, inNewTab = false) => {
    setOpensWhenFound(false);
    if (!option) return;
    const path = pathOf(option);
    if (path && inNewTab) {
      window.open(path, '_blank', 'noopener');
      return;
    }
    onDone();
    if (path) navigate(path);
    else if ('command' in option && option.command.path === undefined) option.command.run();
  };
  // Enter may be pressed before the results of the last letters: it waits until they arrive.
  const openNow = useEffectEvent(() => open(options[active]));
  useEffect(() => {
    if (opensWhenFound && isFresh) openNow();
  }, [opensWhenFound, isFresh]);

  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && options.length > 0) {
      event.preventDefault();
      setChosenKey(options[(active + step + options.length) % options.length]?.key ?? null);
    }
    if (event.key === 'Enter') {
      event.preventDefault();
      const option = options[active];
      const isKnown = isFresh || chosen !== -1 || (option && 'command' in option && places.includes(option.command));
      if (isKnown) open(option, event.ctrlKey || event.metaKey);
      else setOpensWhenFound(true);
    }
  };

  return {
    listId,
    optionId: (index: number) => `${listId}-${index}`,
    text,
    words,
    type,
    open,
    onKeyDown,
    groups,
    active,
    count: options.length,
    isSearching: asked !== '' && !found.isError && (!isFresh || found.isFetching),
    isError: asked !== '' && found.isError,
    retry: () => found.refetch(),
  };
}

export type PaletteBox = ReturnType<typeof usePalette>;

/** Groups with results, each option with its position among all. */
function numbered(groups: { label: string; options: Option[] }[]): OptionGroup[] {
  let index = 0;
  return groups
    .filter(({ options }) => options.length > 0)
    .map(({ label, options }) => ({ label, options: options.map((option) => ({ option, index: index++ })) }));
}
