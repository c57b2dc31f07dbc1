import { useEffect, useState } from 'react';

/** The value as it stood when it last rested: a search is asked for once typing pauses. */
export function useDebounced<T>(value: T, pauseMs = 250): T {
  const [rested, setRested] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), pauseMs);
    return () => clearTimeout(timer);
  }, [value, pauseMs]);
  return rested;
}
