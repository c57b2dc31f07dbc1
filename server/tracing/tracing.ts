/** What a request or a job says of itself when it is over. */
export type Ending = { name?: string; attributes?: Record<string, string | number>; hasFailed: boolean };

/**
 * Where time goes, told to a collector as OpenTelemetry traces: a request, the statements and the jobs that belong to
 * it. Routes, names of queues and statements without their values: no ids, no codes, nothing of people.
 */
export type Tracing = {
  isOn: boolean;
  /** A request begins: what `go` does, and whatever that waits for, belongs to it. `end` is called once. */
  beginRequest(
    headers: Readonly<Record<string, unknown>>,
    attributes: Record<string, string | number>,
    go: (end: (ending: Ending) => void) => void,
  ): void;
  /** A job, as a part of what sent it. */
  runJob<T>(name: string, sentFrom: string | undefined, run: () => Promise<T>): Promise<T>;
  /** A statement that has just ended. */
  noteQuery(query: { text: string; milliseconds: number; hasFailed: boolean }): void;
  /** The place in the trace, to be kept with a job; undefined outside of one. */
  place(): string | undefined;
  /** The trace's id for the log. */
  traceId(): string | undefined;
  /** Sends what is left. */
  stop(): Promise<void>;
};

export const noTracing: Tracing = {
  isOn: false,
  beginRequest: (_headers, _attributes, go) => go(() => undefined),
  runJob: (_name, _sentFrom, run) => run(),
  noteQuery: () => undefined,
  place: () => undefined,
  traceId: () => undefined,
  stop: async () => undefined,
};
