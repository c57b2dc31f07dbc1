import { useEffect, useState } from 'react';

/** The debounced value: it changes once the input pauses. */
export function useDebounced<T>(value: T, pauseMs = 250): T {
  const [rested, setRested] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), pauseMs);
    return () => clearTimeout(timer);
  }, [value, pauseMs]);
  return rested;
}
