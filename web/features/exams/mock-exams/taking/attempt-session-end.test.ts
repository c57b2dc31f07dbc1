import { describe, expect, it, vi } from 'vitest';
import type { AnswerChange } from '#contract/exams/quiz-attempts.ts';
import { freezeTime, scene } from './testing/session-scene.ts';

freezeTime();

describe('the end of an attempt in the browser', () => {
  it('sends nothing after the page was left, and everything when the person is back', async () => {
    const { session, server } = scene();
    session.choose(1, 11);
    await server.last().fail();
    session.stop();
    session.choose(2, 21);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(server.calls).toHaveLength(1);
    session.resume();
    expect(server.last().changes.map(({ questionId }) => questionId)).toEqual([1, 2]);
  });

  it('stops when the server reports that the time is over', async () => {
    const { session, server, outbox } = scene();
    session.choose(1, 11);
    await server.last().fail({ end: 'expired' });
    expect(session.getState().end).toBe('expired');
    session.choose(1, 12);
    expect(server.calls).toHaveLength(1);
    expect(session.getState().answers.get(1)?.optionId).toBe(11);
    expect(outbox.all()).toEqual([]);
  });

  it('takes an answer that comes after the attempt was finished for what it is', async () => {
    const { session, server } = scene();
    session.choose(1, 11);
    await session.finish(async () => undefined);
    await server.last().answer();
    expect(session.getState()).toMatchObject({ end: 'finished', save: 'saved', unsent: 0 });
  });

  it('finishes with all unsent answers, and continues to save when that fails', async () => {
    const { session, server, outbox } = scene();
    session.choose(1, 11);
    await server.last().fail();
    const failed = session.finish(async () => {
      throw new Error('offline');
    });
    await expect(failed).rejects.toThrow('offline');
    expect(outbox.all()).toHaveLength(1);
    await server.last().fail();
    const sent: AnswerChange[] = [];
    await session.finish(async (rest) => void sent.push(...rest));
    expect(sent).toHaveLength(1);
    expect(session.getState()).toMatchObject({ end: 'finished', unsent: 0 });
    expect(outbox.all()).toEqual([]);
  });

  it('sends no saves while it is being finished, and continues with later answers when that fails', async () => {
    const { session, server } = scene();
    session.choose(1, 11);
    await server.last().fail();
    let refuse: (why: Error) => void = () => undefined;
    const finishing = session.finish(
      () =>
        new Promise<void>((_, reject) => {
          refuse = reject;
        }),
    );
    session.choose(2, 21);
    void session.flush();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(server.calls).toHaveLength(1);
    refuse(new Error('offline'));
    await expect(finishing).rejects.toThrow('offline');
    expect(server.calls).toHaveLength(2);
    expect(server.last().changes.map(({ questionId }) => questionId)).toEqual([1, 2]);
  });
});
