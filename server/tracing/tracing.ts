/** The result of a request or job, recorded at its end. */
export type Ending = { name?: string; attributes?: Record<string, string | number>; hasFailed: boolean };

/**
 * Sends OpenTelemetry traces to a collector: a request with its statements and jobs. Routes, queue names and statements
 * without values: no ids, no codes, no personal data.
 */
export type Tracing = {
  isOn: boolean;
  /** Starts a request: `go` and everything that it awaits belongs to it. `end` is called once. */
  beginRequest(
    headers: Readonly<Record<string, unknown>>,
    attributes: Record<string, string | number>,
    go: (end: (ending: Ending) => void) => void,
  ): void;
  /** Runs a job as a child of the span that sent it. */
  runJob<T>(name: string, sentFrom: string | undefined, run: () => Promise<T>): Promise<T>;
  /** Records a statement that has just ended. */
  noteQuery(query: { text: string; milliseconds: number; hasFailed: boolean }): void;
  /** The trace context, to be stored with a job; undefined outside of a trace. */
  place(): string | undefined;
  /** The trace's id for the log. */
  traceId(): string | undefined;
  /** Flushes the remaining spans. */
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
