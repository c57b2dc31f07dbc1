/** The timers of the HTTP layer. Tests pass timers that they fire themselves. */
export type Timers = {
  /** Runs once after that time, unless the returned function is called before. */
  after(ms: number, run: () => void): () => void;
};

export const systemTimers: Timers = {
  after(ms, run) {
    const timer = setTimeout(run, ms).unref();
    return () => clearTimeout(timer);
  },
};
