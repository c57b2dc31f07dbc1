import { monitorEventLoopDelay } from 'node:perf_hooks';

/** Milliseconds: the longest stall of the event loop, the longest computing between two turns, and the whole. */
export type Stalls = { stall: number; computed: number; took: number };

/**
 * Does something in this process and tells how long nothing else could be answered. On a machine that has other work a
 * stall is also the time in which this process did not get a core, so the computing time stands beside it.
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

/** The longest time that this thread computed between two looks at the clock. */
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
