import { describe, expect, it, vi } from 'vitest';
import type { AnswerChange } from '#contract/exams/quiz-attempts.ts';
import { memoryOutbox } from './testing/attempt-parts.ts';
import { freezeTime, scene, start, time, unflagged } from './testing/session-scene.ts';

freezeTime();

describe('an attempt in the browser', () => {
  it('begins with nothing to save', () => {
    const { session } = scene();
    expect(session.getState()).toEqual({
      answers: new Map(),
      save: 'idle',
      unsent: 0,
      settled: 0,
      isKept: true,
      savedAt: null,
      isElsewhere: false,
      end: null,
    });
  });

  it('notifies its listeners of every state, and reports "saved" only when everything is', async () => {
    const { session, server } = scene();
    const told: string[] = [];
    const leave = session.subscribe(() => told.push(session.getState().save));
    session.choose(1, 11);
    session.choose(2, 21);
    await server.last().answer();
    expect(new Set(told)).toEqual(new Set(['idle', 'saving']));
    await server.last().answer();
    expect(told.at(-1)).toBe('saved');
    leave();
    const before = told.length;
    session.choose(1, 12);
    expect(told).toHaveLength(before);
  });

  it('still reports that it waits during a retry', async () => {
    const { session, server } = scene();
    session.choose(1, 11);
    await server.last().fail();
    void session.flush();
    expect(server.calls).toHaveLength(2);
    expect(session.getState().save).toBe('waiting');
  });

  it('detects a browser without storage', async () => {
    const outbox = memoryOutbox();
    outbox.put = async () => false;
    const { session } = scene({ outbox });
    session.choose(1, 11);
    await vi.advanceTimersByTimeAsync(0);
    expect(session.getState()).toMatchObject({ isKept: false, settled: 1 });
  });

  it('shows a choice at once, stores it here, and deletes it when the server has it', async () => {
    const { session, server, outbox } = scene();
    session.choose(1, 11);
    expect(session.getState()).toMatchObject({ save: 'saving', unsent: 1 });
    expect(session.getState().answers.get(1)).toEqual({ optionId: 11, flagged: false, ...unflagged, seq: 1000 });
    expect(outbox.all()).toHaveLength(1);
    await server.last().answer();
    expect(session.getState()).toMatchObject({ save: 'saved', unsent: 0, savedAt: Date.parse(start) + 1000 });
    expect(outbox.all()).toEqual([]);
  });

  it('has one call under way and sends the newest state of each question in the next', async () => {
    const { session, server } = scene();
    session.choose(1, 11);
    session.choose(1, 12);
    session.choose(2, 21);
    session.flag(2);
    expect(server.calls).toHaveLength(1);
    await server.last().answer();
    expect(server.calls).toHaveLength(2);
    expect(server.last().changes).toEqual([
      { questionId: 1, optionId: 12, flagged: false, ...unflagged, seq: 1001 },
      { questionId: 2, optionId: 21, flagged: true, ...unflagged, seq: 1003 },
    ]);
    await server.last().answer();
    expect(session.getState()).toMatchObject({ save: 'saved', unsent: 0 });
  });

  it('numbers changes by the time of the choice, and always upwards', async () => {
    const { session, server } = scene({
      answers: [{ questionId: 9, optionId: 91, flagged: false, ...unflagged, seq: 5000 }],
    });
    session.choose(1, 11);
    time.now = 8000;
    session.choose(2, 21);
    expect(server.calls[0]?.changes[0]?.seq).toBe(5001);
    expect(session.getState().answers.get(2)?.seq).toBe(8000);
  });

  it('retries after a failure with growing pauses, and at once on request', async () => {
    const { session, server, outbox } = scene();
    session.choose(1, 11);
    await server.last().fail();
    expect(session.getState()).toMatchObject({ save: 'waiting', unsent: 1 });
    await vi.advanceTimersByTimeAsync(999);
    expect(server.calls).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(server.calls).toHaveLength(2);
    await server.last().fail();
    await vi.advanceTimersByTimeAsync(1999);
    expect(server.calls).toHaveLength(2);
    session.choose(2, 22);
    expect(server.calls).toHaveLength(3);
    await server.last().fail();
    expect(outbox.all()).toHaveLength(2);
    void session.flush();
    await server.last().answer();
    expect(server.last().changes).toHaveLength(2);
    expect(session.getState()).toMatchObject({ save: 'saved', unsent: 0 });
    expect(outbox.all()).toEqual([]);
  });

  it('reports that an answer is stored here only when it is', async () => {
    const outbox = memoryOutbox();
    const { put } = outbox;
    let write: () => void = () => undefined;
    outbox.put = async (change) => {
      await new Promise<void>((resolve) => {
        write = resolve;
      });
      return put(change);
    };
    const { session, server } = scene({ outbox });
    session.choose(1, 10);
    await server.last().fail();
    expect(session.getState()).toMatchObject({ save: 'waiting', unsent: 1, settled: 0 });
    expect(outbox.all()).toEqual([]);
    write();
    await vi.advanceTimersByTimeAsync(0);
    expect(session.getState()).toMatchObject({ save: 'waiting', unsent: 1, settled: 1, isKept: true });
    expect(outbox.all()).toHaveLength(1);
  });

  it('does not lose a choice made while the call is under way', async () => {
    const { session, server, outbox } = scene();
    session.choose(1, 11);
    session.choose(1, 12);
    await server.last().answer();
    expect(session.getState().unsent).toBe(1);
    expect(outbox.all()).toEqual([{ questionId: 1, optionId: 12, flagged: false, ...unflagged, seq: 1001 }]);
    await server.last().answer();
    expect(session.getState().unsent).toBe(0);
  });

  it('shows a later answer of another device, with a message', async () => {
    const { session, server, onSuperseded } = scene();
    session.choose(1, 11);
    await server.last().answer([{ questionId: 1, optionId: 12, flagged: true, ...unflagged, seq: 2000 }]);
    expect(session.getState().answers.get(1)).toEqual({ optionId: 12, flagged: true, ...unflagged, seq: 2000 });
    expect(onSuperseded).toHaveBeenCalledOnce();
    session.choose(1, 13);
    expect(server.last().changes[0]?.seq).toBe(2001);
  });

  it.each([1000, 999])('keeps the shown answer if that of the server has the number %i', async (seq) => {
    const { session, server, onSuperseded } = scene();
    session.choose(1, 11);
    await server.last().answer([{ questionId: 1, optionId: 12, flagged: true, ...unflagged, seq }]);
    expect(session.getState().answers.get(1)?.optionId).toBe(11);
    expect(onSuperseded).not.toHaveBeenCalled();
  });

  it('sends unsent answers of an earlier visit, except those the server has in a newer version', async () => {
    const outbox = memoryOutbox([
      { questionId: 1, optionId: 11, flagged: false, ...unflagged, seq: 400 },
      { questionId: 2, optionId: 21, flagged: false, ...unflagged, seq: 500 },
      { questionId: 3, optionId: 31, flagged: false, ...unflagged, seq: 450 },
    ]);
    const answers = [1, 3].map((questionId) => ({
      questionId,
      optionId: 12,
      flagged: false,
      ...unflagged,
      seq: 450,
    }));
    const { session, server } = scene({ outbox, answers });
    void session.restore();
    await vi.advanceTimersByTimeAsync(0);
    expect(server.last().changes).toEqual([{ questionId: 2, optionId: 21, flagged: false, ...unflagged, seq: 500 }]);
    expect(session.getState().answers.get(1)?.optionId).toBe(12);
    expect(session.getState().answers.get(2)?.optionId).toBe(21);
    await server.last().answer();
    expect(outbox.all()).toEqual([]);
  });

  it('loses no unsent answer when it is restored twice', async () => {
    const outbox = memoryOutbox([{ questionId: 2, optionId: 21, flagged: false, ...unflagged, seq: 500 }]);
    const { session, server } = scene({ outbox });
    void session.restore();
    void session.restore();
    await vi.advanceTimersByTimeAsync(0);
    expect(server.calls).toHaveLength(1);
    expect(outbox.all()).toHaveLength(1);
  });

  it('sends choices and flags to other tabs, and shows theirs without a message', async () => {
    const { session, server, onChange, onSuperseded } = scene();
    session.choose(1, 11);
    session.flag(1);
    expect(onChange.mock.calls.map(([change]) => change)).toEqual([
      { questionId: 1, optionId: 11, flagged: false, ...unflagged, seq: 1000 },
      { questionId: 1, optionId: 11, flagged: true, ...unflagged, seq: 1001 },
    ]);
    session.adopt([{ questionId: 2, optionId: 21, flagged: false, ...unflagged, seq: 1500 }]);
    session.adopt([{ questionId: 1, optionId: 12, flagged: false, ...unflagged, seq: 900 }]);
    expect(session.getState().answers.get(2)?.optionId).toBe(21);
    expect(session.getState().answers.get(1)?.optionId).toBe(11);
    expect(onChange).toHaveBeenCalledTimes(2);
    await server.last().answer();
    expect(server.last().changes.map(({ questionId }) => questionId)).toEqual([1]);
    expect(onSuperseded).not.toHaveBeenCalled();
  });

  it('finishes with the unsent answers of another tab', async () => {
    const outbox = memoryOutbox();
    const { session } = scene({ outbox });
    const other = { questionId: 2, optionId: 21, flagged: false, ...unflagged, seq: 1500 };
    session.adopt([other, { questionId: 3, optionId: 32, flagged: false, ...unflagged, seq: 1600 }]);
    await outbox.put(other);
    await outbox.put({ questionId: 3, optionId: 31, flagged: false, ...unflagged, seq: 1200 });
    const sent: AnswerChange[] = [];
    await session.finish(async (rest) => void sent.push(...rest));
    expect(sent).toEqual([other]);
  });

  it('finishes with answers chosen while the storage was read, and with the newer of two', async () => {
    const asked = Promise.withResolvers<AnswerChange[]>();
    const { session } = scene({ outbox: { ...memoryOutbox(), load: () => asked.promise } });
    session.choose(1, 11);
    session.choose(3, 31);
    const sent: AnswerChange[] = [];
    const finished = session.finish(async (rest) => void sent.push(...rest));
    time.now = 2000;
    session.choose(1, 12);
    session.choose(2, 21);
    // Another tab was later still.
    asked.resolve([{ questionId: 3, optionId: 32, flagged: false, ...unflagged, seq: 5000 }]);
    await finished;
    const chosen = Object.fromEntries(sent.map(({ questionId, optionId }) => [questionId, optionId]));
    expect(chosen).toEqual({ 1: 12, 2: 21, 3: 32 });
  });

  it('is not closed by answers that were refused because it is finished', async () => {
    const { session, server } = scene();
    session.choose(1, 11);
    await session.finish(async () => undefined);
    await server.last().fail({ end: 'expired' });
    expect(session.getState().end).toBe('finished');
  });

  it('does not retry early when it is asked to restore answers that are being sent', async () => {
    const { session, server } = scene();
    session.choose(1, 11);
    await server.last().fail();
    await session.restore();
    expect(server.calls).toHaveLength(1);
  });
});
