import { expect, it, onTestFinished, vi } from 'vitest';
import type { Metric } from 'web-vitals';
import { reportVisit } from '#contract/platform/visit-figures.ts';
import { answers, fakeServer } from '#web/testing/fake-server.ts';
import { noteScreen } from './shown-screens.ts';
import { measureVisit } from './visit-figures.ts';

type Note = (metric: Pick<Metric, 'name' | 'value' | 'entries'>) => void;

let now = 1000;
/** Not all mocks: those of the console are read after each test. */
function spied<T extends { mockRestore(): void }>(spy: T): T {
  onTestFinished(() => spy.mockRestore());
  return spy;
}

/** A visit that began on a lesson and went on to a simulado at 5,000 ms. */
function visit() {
  spied(vi.spyOn(performance, 'now')).mockImplementation(() => now);
  now = 1000;
  const server = fakeServer();
  server.on(reportVisit, answers.json({ ok: true }));
  // Other files of this worker have opened screens.
  for (let count = 0; count < 60; count += 1) noteScreen('/articles/:id');
  now = 5000;
  noteScreen('/quizzes/:id');
  now = 1000;
  let note: Note = () => undefined;
  measureVisit([
    (listener) => {
      note = listener;
    },
  ]);
  const tell = (name: Metric['name'], value: number, at: number) =>
    note({ name, value, entries: [{ startTime: at }] as Metric['entries'] });
  const hide = (state: 'hidden' | 'visible') => {
    spied(vi.spyOn(document, 'visibilityState', 'get')).mockReturnValue(state);
    dispatchEvent(new Event('visibilitychange'));
  };
  return { server, tell, hide };
}

it('sends the last figure of each kind once, with the screen of its moment and nothing else', () => {
  const { server, tell, hide } = visit();
  tell('INP', 40.4, 1200);
  tell('INP', 120.6, 6000);
  tell('CLS', 0.012_34, 1300);
  hide('visible');
  expect(server.calls).toEqual([]);
  hide('hidden');
  hide('hidden');
  expect(server.calls).toEqual([
    {
      path: '/api/visit-figures',
      query: '',
      body: {
        figures: [
          { metric: 'INP', screen: '/quizzes/:id', value: 121 },
          { metric: 'CLS', screen: '/articles/:id', value: 0.0123 },
        ],
      },
    },
  ]);
});

it('nothing is sent for a visit without figures, or for a screen that has no name', () => {
  const { server, tell, hide } = visit();
  now = 8000;
  noteScreen('/nowhere/:id');
  tell('INP', 12, 9000);
  hide('hidden');
  expect(server.calls).toEqual([]);
});
