import { setTimeout as delay } from 'node:timers/promises';
import { residentMbOfFamily } from './cpu.ts';

const LOOK_MS = 5000;
const AFTERWARDS_MOST = 1.2;

/** Resident memory of a server and its workers: before the rush, at its peak, and `seconds` after it. */
export async function watchMemory(pid: number) {
  const before = await residentMbOfFamily(pid);
  let peak = before;
  const look = async () => {
    peak = Math.max(peak, await residentMbOfFamily(pid));
  };
  // A server that has ended is reported by the requests to it, not here.
  const timer = setInterval(() => void look().catch(() => clearInterval(timer)), LOOK_MS);
  const round = (mb: number) => Math.round(mb);
  return {
    async after(seconds: number) {
      await look();
      clearInterval(timer);
      const atEnd = await residentMbOfFamily(pid);
      if (seconds === 0) return { before: round(before), peak: round(peak), atEnd: round(atEnd) };
      // When the memory is back below the limit and stays there: seconds after the last student has finished.
      let backAfter: number | null = null;
      const begun = performance.now();
      const passed = () => (performance.now() - begun) / 1000;
      while (passed() < seconds) {
        await delay(Math.min(LOOK_MS, (seconds - passed()) * 1000));
        const isBack = (await residentMbOfFamily(pid)) <= before * AFTERWARDS_MOST;
        backAfter = isBack ? (backAfter ?? Math.round(passed())) : null;
      }
      const after = await residentMbOfFamily(pid);
      const ratio = Number((after / before).toFixed(2));
      if (ratio > AFTERWARDS_MOST)
        console.log(`Bar missed: ${ratio} times the memory of before, bar ${AFTERWARDS_MOST}.`);
      return {
        before: round(before),
        peak: round(peak),
        atEnd: round(atEnd),
        afterSeconds: seconds,
        after: round(after),
        backAfterSeconds: backAfter,
        ratio,
      };
    },
  };
}
