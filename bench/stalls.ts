import { monitorEventLoopDelay } from 'node:perf_hooks';

/** Milliseconds: the longest stall of the event loop, the most CPU time between two turns, and the total. */
export type Stalls = { stall: number; computed: number; took: number };

/**
 * Runs work in this process and measures how long it blocks the event loop. On a busy machine a stall includes time in
 * which this process had no core, so the CPU time is reported as well.
 */
export async function watchStalls<T>(work: () => PromiseLike<T>): Promise<Stalls & { result: T }> {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const computing = watchComputing();
  const begun = performance.now();
  const result = await work();
  const took = performance.now() - begun;
  // The delay of the turn that ended the work is counted in the next one.
  await new Promise((resolve) => setTimeout(resolve, 5));
  delay.disable();
  return { result, stall: delay.max / 1e6, computed: computing.stop(), took };
}

/** The most CPU time of this thread between two samples. */
function watchComputing() {
  const spent = () => process.threadCpuUsage().user + process.threadCpuUsage().system;
  let [before, longest] = [spent(), 0];
  const look = () => {
    const now = spent();
    longest = Math.max(longest, now - before);
    before = now;
  };
  const timer = setInterval(look, 1);
  return {
    stop() {
      clearInterval(timer);
      look();
      return longest / 1000;
    },
  };
}
