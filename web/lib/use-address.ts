import { useEffect, useEffectEvent, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { useDebounced } from './use-debounced.ts';

/**
 * Writes values into the address and replaces the history entry: Back leaves the list instead of undoing each letter.
 */
function useWrite() {
  const [location, navigate] = useLocation();
  const search = useSearch();
  return (values: Record<string, string>) => {
    const params = new URLSearchParams(search);
    for (const [name, value] of Object.entries(values)) {
      if (value) params.set(name, value);
      else params.delete(name);
    }
    const query = params.toString();
    navigate(query ? `${location}?${query}` : location, { replace: true });
  };
}

/**
 * Filters of a list that are stored in the address: they survive going back, and the link can be shared. `names` maps
 * each to its name in the query. A filter that is not set is ''. Values are not validated here: the list decides what
 * it accepts.
 */
export function useAddressChoices<Name extends string>(
  names: Record<Name, string>,
): [Record<Name, string>, (wish: Partial<Record<Name, string>>) => void] {
  const params = new URLSearchParams(useSearch());
  const write = useWrite();
  const each = <T>(values: Partial<Record<Name, T>>) => Object.entries(values) as [Name, T][];
  const now = Object.fromEntries(each(names).map(([key, name]) => [key, params.get(name as string) ?? '']));
  return [
    now as Record<Name, string>,
    (wish) => write(Object.fromEntries(each(wish).map(([key, value]) => [names[key], value ?? '']))),
  ];
}

/** One of a few values, the first unless the address names another. */
export function useAddressChoice<Value extends string>(
  name: string,
  values: readonly [Value, ...Value[]],
): [Value, (value: Value) => void] {
  const [{ value }, change] = useAddressChoices({ value: name });
  const [first] = values;
  const chosen = values.find((one) => one === value) ?? first;
  return [chosen, (next) => change({ value: next === first ? '' : next })];
}

/** A search text that is written into the address after typing pauses (browsers limit how often it may change). */
export function useAddressText(name = 'busca') {
  const inAddress = new URLSearchParams(useSearch()).get(name) ?? '';
  const write = useWrite();
  const [text, setText] = useState(inAddress);
  const rested = useDebounced(text.trim());
  // The address lags behind this field: only changes by others are adopted.
  const [written, setWritten] = useState(inAddress);
  if (inAddress !== written && inAddress !== rested) {
    setWritten(inAddress);
    setText(inAddress);
  }
  const note = useEffectEvent((words: string) => {
    if (words === inAddress) return;
    setWritten(words);
    write({ [name]: words });
  });
  useEffect(() => note(rested), [rested]);
  // Written before a link is followed, without waiting for the debounce.
  const noteNow = useEffectEvent(() => note(text.trim()));
  useEffect(() => {
    const leave = () => noteNow();
    document.addEventListener('pointerdown', leave, true);
    document.addEventListener('focusin', leave, true);
    return () => {
      document.removeEventListener('pointerdown', leave, true);
      document.removeEventListener('focusin', leave, true);
    };
  }, []);
  return { text, setText, rested };
}
