import { useEffect, useState } from 'react';

const TICK_MS = 15_000;

/** The server's time, counted on from a response: the clock of the device is never used. */
export function useServerNow(serverTime: string, tickMs = TICK_MS): number {
  const [seen, setSeen] = useState({ serverTime, elapsed: 0 });
  useEffect(() => {
    const begun = performance.now();
    const timer = setInterval(() => setSeen({ serverTime, elapsed: performance.now() - begun }), tickMs);
    return () => clearInterval(timer);
  }, [serverTime, tickMs]);
  return Date.parse(serverTime) + (seen.serverTime === serverTime ? seen.elapsed : 0);
}
