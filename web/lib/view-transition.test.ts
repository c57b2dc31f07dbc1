import { afterEach, expect, it, vi } from 'vitest';
import { withTransition } from './view-transition.ts';

const wants = (motion: boolean) => vi.stubGlobal('matchMedia', () => ({ matches: !motion }));
const start = (begin?: (update: () => void) => { ready: Promise<void> }) =>
  vi.stubGlobal('document', begin ? { startViewTransition: begin } : {});
afterEach(() => vi.unstubAllGlobals());

it('the page changes at once when transitions are unsupported or unwanted', () => {
  const change = vi.fn();
  wants(true);
  start();
  withTransition(change);
  const begin = vi.fn();
  wants(false);
  start(begin);
  withTransition(change);
  expect(change).toHaveBeenCalledTimes(2);
  expect(begin).not.toHaveBeenCalled();
});

it('an interrupted transition has changed the page and causes no error', async () => {
  const change = vi.fn();
  wants(true);
  start((update) => {
    update();
    return { ready: Promise.reject(new DOMException('skipped', 'AbortError')) };
  });
  withTransition(change);
  await Promise.resolve();
  expect(change).toHaveBeenCalledTimes(1);
});
