import type { AnswerChange, SavedAnswer } from '#contract/exams/quiz-attempts.ts';
import type { AnswerOutbox } from './answer-outbox.ts';
import type { AttemptClock } from './attempt-clock.ts';

export type Answer = { optionId: number | null; flagged: boolean; doubted: boolean; leftBlank: boolean; seq: number };

const unanswered: Answer = { optionId: null, flagged: false, doubted: false, leftBlank: false, seq: 0 };

/** The save status shown to the student. `waiting`: not yet on the server, retried automatically. */
type SaveState = 'idle' | 'saving' | 'saved' | 'waiting';

export type AttemptState = {
  answers: ReadonlyMap<number, Answer>;
  save: SaveState;
  /** Changes that only this browser has. */
  unsent: number;
  /**
   * Unsent changes whose write to browser storage has completed, successfully or not. Before that nothing is claimed.
   */
  settled: number;
  /** False: they are in memory only and would not survive a reload. */
  isKept: boolean;
  /** By the server's clock. */
  savedAt: number | null;
  /** With one device at a time, another one has the attempt: answers are not sent until it is taken back. */
  isElsewhere: boolean;
  /**
   * The server accepts no more answers: time over, closed elsewhere, answer card started, refused, or finished here.
   */
  end: null | 'expired' | 'closed' | 'notebook' | 'refused' | 'finished';
};

/**
 * What a failed save means: retry (after `retryIn` ms), another device has the attempt, or give up for the reason in
 * `end`.
 */
export type SaveFailure = { retryIn: number | null } | { elsewhere: true } | { end: NonNullable<AttemptState['end']> };

type Parts = {
  startedAt: string;
  clock: AttemptClock;
  outbox: AnswerOutbox;
  send(changes: AnswerChange[]): Promise<{ superseded: SavedAnswer[] }>;
  explain(error: unknown): SaveFailure;
  /** Another tab or device has answered later. */
  onSuperseded(): void;
  /** Something was chosen or marked here: other tabs show it, too. */
  onChange(change: AnswerChange): void;
};

const FIRST_RETRY_MS = 1000;
const LAST_RETRY_MS = 15_000;

export type AttemptSession = ReturnType<typeof createAttemptSession>;

/**
 * The answers of one open attempt in this browser: rendered at once, stored locally until the server has acknowledged
 * them, and sent in batches, one call at a time.
 */
export function createAttemptSession({ startedAt, clock, outbox, send, explain, onSuperseded, onChange }: Parts) {
  const listeners = new Set<() => void>();
  const unsent = new Map<number, AnswerChange>();
  /** Being written to the outbox: until that completes, a reload would lose them. */
  const keeping = new Set<AnswerChange>();
  const start = Date.parse(startedAt);
  let state: AttemptState = {
    answers: new Map(),
    save: 'idle',
    unsent: 0,
    settled: 0,
    isKept: true,
    savedAt: null,
    isElsewhere: false,
    end: null,
  };
  let lastSeq = 0;
  let sending = false;
  let holding = false;
  let failures = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const update = (change: Partial<AttemptState>) => {
    const settled = [...unsent.values()].filter((one) => !keeping.has(one)).length;
    state = { ...state, ...change, unsent: unsent.size, settled };
    for (const listener of listeners) listener();
  };

  const answerOf = (questionId: number): Answer => state.answers.get(questionId) ?? unanswered;

  /** Applies saved answers that are newer than the local ones. */
  const adopt = (standing: readonly SavedAnswer[]): boolean => {
    const newer = standing.filter(({ questionId, seq }) => seq > answerOf(questionId).seq);
    for (const { seq } of standing) lastSeq = Math.max(lastSeq, seq);
    if (newer.length === 0) return false;
    const answers = new Map(state.answers);
    for (const { questionId, ...answer } of newer) answers.set(questionId, { ...unanswered, ...answer });
    update({ answers });
    return true;
  };

  const acknowledge = (batch: readonly AnswerChange[]) => {
    for (const change of batch) {
      if (unsent.get(change.questionId)?.seq === change.seq) unsent.delete(change.questionId);
    }
    void outbox.remove(batch);
  };

  const retryLater = (ms: number | null) => {
    const pause = ms ?? Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** failures);
    failures += 1;
    clearTimeout(timer);
    timer = setTimeout(flush, pause);
  };

  async function flush(): Promise<void> {
    if (sending || holding || state.end || state.isElsewhere || unsent.size === 0) return;
    clearTimeout(timer);
    sending = true;
    const batch = [...unsent.values()];
    if (state.save !== 'waiting') update({ save: 'saving' });
    try {
      const { superseded } = await send(batch);
      failures = 0;
      acknowledge(batch);
      if (adopt(superseded)) onSuperseded();
      update({ save: unsent.size > 0 ? 'saving' : 'saved', savedAt: clock.now() });
    } catch (error) {
      // Finished meanwhile, with these answers: that they were refused here is no news.
      if (state.end) return;
      const failure = explain(error);
      if ('elsewhere' in failure) {
        update({ save: 'waiting', isElsewhere: true });
      } else if ('end' in failure) {
        // The server will never take them: they are no longer waiting for anything.
        void outbox.remove([...unsent.values()]);
        update({ end: failure.end });
      } else {
        update({ save: 'waiting' });
        retryLater(failure.retryIn);
      }
      return;
    } finally {
      sending = false;
    }
    await flush();
  }

  /** Unsent answers of this tab, and those of another tab of this browser. */
  async function everythingUnsent(): Promise<AnswerChange[]> {
    const all = new Map(unsent);
    for (const kept of await outbox.load()) {
      if (kept.seq >= answerOf(kept.questionId).seq) all.set(kept.questionId, kept);
    }
    // Answers chosen while the storage was being read.
    for (const one of unsent.values()) if (one.seq > (all.get(one.questionId)?.seq ?? 0)) all.set(one.questionId, one);
    return [...all.values()];
  }

  function change(questionId: number, wish: Partial<Omit<Answer, 'seq'>>): void {
    if (state.end) return;
    const { optionId, flagged, doubted, leftBlank } = { ...answerOf(questionId), ...wish };
    lastSeq = Math.max(lastSeq + 1, Math.floor(clock.now() - start));
    const answer = { optionId, flagged, doubted, leftBlank, seq: lastSeq };
    const next = { questionId, ...answer };
    unsent.set(questionId, next);
    keeping.add(next);
    void outbox.put(next).then((kept) => {
      keeping.delete(next);
      update({ isKept: kept });
    });
    update({ answers: new Map(state.answers).set(questionId, answer) });
    onChange(next);
    void flush();
  }

  return {
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    getState: () => state,
    choose: (questionId: number, optionId: number) => change(questionId, { optionId, leftBlank: false }),
    /** No option, on purpose; a guess that was taken back is none. */
    leaveBlank: (questionId: number) => change(questionId, { optionId: null, leftBlank: true, doubted: false }),
    clear: (questionId: number) => change(questionId, { optionId: null }),
    doubt: (questionId: number) => change(questionId, { doubted: !answerOf(questionId).doubted }),
    flag: (questionId: number) => change(questionId, { flagged: !answerOf(questionId).flagged }),
    /** Retries at once: the network is back, or the person has returned to the page. */
    flush,
    /** Applies answers read from the server that are newer than those in this session. */
    adopt,
    /** Restores unsent answers of an earlier visit. Those that the server has in a newer version are deleted. */
    async restore(): Promise<void> {
      const kept = await outbox.load();
      const isWaiting = ({ questionId, seq }: AnswerChange) => unsent.get(questionId)?.seq === seq;
      const newer = kept.filter(({ questionId, seq }) => seq > answerOf(questionId).seq);
      void outbox.remove(kept.filter((one) => !newer.includes(one) && !isWaiting(one)));
      for (const one of newer) unsent.set(one.questionId, one);
      adopt(newer);
      if (newer.length > 0) await flush();
    },
    /** Finishes the attempt with all unsent answers. On failure no answer is lost and saving continues. */
    async finish<T>(finishWith: (changes: AnswerChange[]) => Promise<T>): Promise<T> {
      holding = true;
      try {
        const rest = await everythingUnsent();
        const result = await finishWith(rest);
        acknowledge(rest);
        update({ end: 'finished' });
        return result;
      } finally {
        holding = false;
        void flush();
      }
    },
    /** Another device has the attempt, or this one has it again. */
    setElsewhere(isElsewhere: boolean): void {
      if (isElsewhere === state.isElsewhere) return;
      update({ isElsewhere });
      void flush();
    },
    /** The user left the page: stops sending. Unsent answers stay in the outbox. */
    stop(): void {
      clearTimeout(timer);
      holding = true;
    },
    resume(): void {
      holding = false;
      void flush();
    },
  };
}
