import { useEffect, useState } from 'react';

const TICK_MS = 15_000;

/** The server's time, counted on from an answer: the device's own clock is never asked. */
export function useServerNow(serverTime: string): number {
  const [seen, setSeen] = useState({ serverTime, elapsed: 0 });
  useEffect(() => {
    const begun = performance.now();
    const timer = setInterval(() => setSeen({ serverTime, elapsed: performance.now() - begun }), TICK_MS);
    return () => clearInterval(timer);
  }, [serverTime]);
  return Date.parse(serverTime) + (seen.serverTime === serverTime ? seen.elapsed : 0);
}
