import { afterEach, expect, test, vi } from 'vitest';
import { renewSchool } from './school.ts';
import { startServiceWorker } from './service-worker.ts';

const passed = 'https://escola.example/articles/1';

class FakeWorker extends EventTarget {
  said: unknown[] = [];
  state = 'activating';
  postMessage(message: unknown) {
    this.said.push(message);
  }
}

const script = document.createElement('script');

/** A browser with this worker registered, with or without control of the page. */
function browserWith(active: FakeWorker) {
  const container = Object.assign(new EventTarget(), {
    controller: null as FakeWorker | null,
    register: async () => ({ update: async () => undefined }),
    ready: Promise.resolve({ active }),
  });
  vi.stubGlobal('navigator', { serviceWorker: container });
  vi.stubGlobal('performance', { getEntriesByType: () => [{ workerStart: 0, name: passed }] });
  vi.stubGlobal('requestIdleCallback', (work: () => void) => work());
  renewSchool({ hasWorker: true });
  Object.assign(script, { type: 'module', src: '/assets/index-A.js' });
  document.head.append(script);
  return container;
}

afterEach(() => {
  vi.unstubAllGlobals();
  renewSchool({ hasWorker: false });
  script.remove();
});

const settled = () => new Promise((resolve) => setTimeout(resolve));
const ready = { kind: 'ready', entry: '/assets/index-A.js', passed };

test('a page without a controller notifies the active worker that it is ready', async () => {
  const worker = new FakeWorker();
  browserWith(worker);
  startServiceWorker({ role: 'student' });
  await settled();
  expect(worker.said).toEqual([]);
  worker.state = 'activated';
  worker.dispatchEvent(new Event('statechange'));
  await settled();
  expect(worker.said).toEqual([ready]);
});

test('a page that the worker takes control of notifies it once', async () => {
  const worker = new FakeWorker();
  const container = browserWith(worker);
  startServiceWorker({ role: 'student' });
  await settled();
  container.controller = worker;
  container.dispatchEvent(new Event('controllerchange'));
  worker.state = 'activated';
  worker.dispatchEvent(new Event('statechange'));
  await settled();
  expect(worker.said).toEqual([ready]);
});
