import { afterEach, expect, test } from 'vitest';
import { OFFLINE_SENT_AT_ONCE } from '#contract/limits.ts';
import { type OfflineAction, sendOffline } from '#contract/study/offline.ts';
import { hasUnsent } from '#web/lib/local-data.ts';
import { answers, fakeServer } from '#web/testing/fake-server.ts';
import { queueAction, queuedActions, queueReading } from './outbox.ts';
import { sendActions } from './send.ts';
import { sentWords, waitingWords } from './words.ts';

const ME = '019a0000-0000-7000-8000-000000000001';
const OTHER = '019a0000-0000-7000-8000-000000000002';

afterEach(() => localStorage.clear());

const answer = (questionId: number) =>
  ({ kind: 'answer', of: 'lesson', questionId, optionId: 1, guessed: false }) as const;

/** A server that accepts everything until it is disconnected, and remembers accepted keys. */
function takingServer() {
  const server = fakeServer();
  const taken = new Map<string, OfflineAction>();
  const line = { cutAfter: Number.POSITIVE_INFINITY, cutAnswer: false };
  server.on(sendOffline, () => {
    if (line.cutAfter <= 0) return 'offline';
    line.cutAfter -= 1;
    const sent = server.calls.at(-1)?.body as { deeds: OfflineAction[] } | undefined;
    const deeds = sent?.deeds ?? [];
    for (const deed of deeds) if (!taken.has(deed.key)) taken.set(deed.key, deed);
    if (line.cutAnswer) return 'offline';
    return answers.json({ results: deeds.map(({ key }) => ({ key, state: 'done', message: null })) });
  });
  return { server, taken, line };
}

test('a day in flight mode: 200 answers and 50 notes, a line that is cut in between: none lost, none twice', async () => {
  const keys = Array.from({ length: 200 }, (_, index) => queueAction(ME, answer(index + 1)));
  for (let index = 0; index < 50; index += 1) {
    const words = { quote: `trecho ${index}`, prefix: '', suffix: '', position: index, note: 'x' };
    keys.push(queueAction(ME, { kind: 'note', lessonId: 7, ...words }));
  }
  expect(waitingWords(queuedActions(ME))).toBe('200 respostas e 50 anotações');
  const { server, taken, line } = takingServer();
  line.cutAfter = 2;
  await expect(sendActions(ME)).rejects.toThrow();
  expect(queuedActions(ME)).toHaveLength(150);
  // The request arrives, and the response is lost.
  Object.assign(line, { cutAfter: 1, cutAnswer: true });
  await expect(sendActions(ME)).rejects.toThrow();
  expect(queuedActions(ME)).toHaveLength(150);
  Object.assign(line, { cutAfter: Number.POSITIVE_INFINITY, cutAnswer: false });
  expect(await sendActions(ME)).toMatchObject({ sent: 150, left: 0, refused: [] });
  expect([...taken.keys()].sort()).toEqual(keys.sort());
  expect(await hasUnsent(ME)).toBe(false);
  for (const { body } of server.calls) {
    expect((body as { deeds: unknown[] }).deeds.length).toBeLessThanOrEqual(OFFLINE_SENT_AT_ONCE);
  }
});

test('two people on one device: each sends their own', async () => {
  queueAction(ME, answer(1));
  queueAction(OTHER, answer(2));
  const { taken } = takingServer();
  await sendActions(ME);
  expect([...taken.values()]).toMatchObject([{ questionId: 1 }]);
  expect(queuedActions(OTHER)).toHaveLength(1);
  expect(await hasUnsent(OTHER)).toBe(true);
});

test('an action refused for now stays; a conflicting change becomes another highlight', async () => {
  const later = queueAction(ME, answer(1));
  const words = { quote: 'dolo', prefix: '', suffix: '', position: 0, note: 'minha' };
  const change = { kind: 'note-change', annotationId: 3, note: 'minha', version: 1 } as const;
  const overtaken = queueAction(ME, change, { kind: 'note', lessonId: 7, ...words });
  const gone = queueAction(ME, answer(9));
  const server = fakeServer();
  server.on(
    sendOffline,
    answers.json({
      results: [
        { key: later, state: 'later', message: null },
        { key: overtaken, state: 'refused', message: 'Alterada.' },
        { key: gone, state: 'refused', message: 'Não está mais na revisão.' },
      ],
    }),
  );
  expect(await sendActions(ME)).toMatchObject({
    sent: 0,
    left: 2,
    refused: [{ deed: { questionId: 9 }, message: 'Não está mais na revisão.' }],
  });
  expect(queuedActions(ME)).toMatchObject([{ key: later }, { kind: 'note', note: 'minha', lessonId: 7 }]);
});

test('an action changed while it is being sent goes out with the next batch', async () => {
  const key = queueAction(ME, answer(1));
  const server = fakeServer();
  server.on(sendOffline, () => {
    queueAction(ME, { ...answer(1), key, guessed: true });
    return answers.json({ results: [{ key, state: 'done', message: null }] });
  });
  await sendActions(ME);
  expect(queuedActions(ME)).toMatchObject([{ key, guessed: true }]);
});

test('reports of one reading are one entry, as long as the server counts it whole', () => {
  const report = (activeSeconds: number) => ({ lessonId: 7, position: 0.5, activeSeconds, reachedEnd: false });
  queueReading(ME, report(0));
  for (let i = 0; i < 12; i += 1) queueReading(ME, report(20));
  const seconds = queuedActions(ME).map((deed) => (deed.kind === 'reading' ? deed.activeSeconds : -1));
  expect(seconds).toEqual([0, 100, 100, 40]);
});

test('with full storage an action stays queued while the page is open', async () => {
  const full = Storage.prototype.setItem;
  Storage.prototype.setItem = () => {
    throw new DOMException('Full.', 'QuotaExceededError');
  };
  try {
    queueAction(ME, answer(1));
    expect(queuedActions(ME)).toHaveLength(1);
    expect(dispatchEvent(new Event('beforeunload', { cancelable: true }))).toBe(false);
  } finally {
    Storage.prototype.setItem = full;
  }
  const { taken } = takingServer();
  await sendActions(ME);
  expect(taken.size).toBe(1);
});

test.each([
  [[{ kind: 'answer' }], 2, '3 respostas', '3 respostas foram enviadas.'],
  [[{ kind: 'answer' }, { kind: 'note' }], 0, '1 resposta e 1 anotação', '1 resposta e 1 anotação foram enviadas.'],
  [[{ kind: 'note-change' }], 0, '1 anotação', '1 anotação foi enviada.'],
  [[{ kind: 'reading' }], 0, 'o progresso das aulas', 'O progresso das aulas foi enviado.'],
  [[], 0, '', ''],
] as const)('%j and %d answers of the review wait as "%s"', (deeds, others, waiting, sent) => {
  expect(waitingWords(deeds, others)).toBe(waiting);
  expect(sentWords(deeds, others)).toBe(sent);
});
