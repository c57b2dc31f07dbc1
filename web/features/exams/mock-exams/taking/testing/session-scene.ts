import { afterEach, beforeEach, vi } from 'vitest';
import type { SavedAnswer } from '#contract/exams/quiz-attempts.ts';
import { createAttemptSession, type SaveFailure } from '../attempt-session.ts';
import { manualServer, memoryOutbox } from './attempt-parts.ts';

export const unflagged = { doubted: false, leftBlank: false };
export const start = '2026-11-15T12:00:00.000Z';
/** Milliseconds since the start, by the server. */
export const time = { now: 0 };

export function scene(options: { answers?: SavedAnswer[]; outbox?: ReturnType<typeof memoryOutbox> } = {}) {
  const server = manualServer();
  const outbox = options.outbox ?? memoryOutbox();
  const onSuperseded = vi.fn();
  const onChange = vi.fn();
  const session = createAttemptSession({
    startedAt: start,
    clock: { now: () => Date.parse(start) + time.now, sync: () => undefined },
    outbox,
    send: server.send,
    explain: (error): SaveFailure => ((error as { end?: 'expired' }).end ? { end: 'expired' } : { retryIn: null }),
    onSuperseded,
    onChange,
  });
  session.adopt(options.answers ?? []);
  return { session, server, outbox, onSuperseded, onChange };
}

/** Every test begins a second after the start. */
export function freezeTime(): void {
  beforeEach(() => {
    time.now = 1000;
    vi.useFakeTimers();
  });
  afterEach(() => vi.useRealTimers());
}
