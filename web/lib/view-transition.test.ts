import { afterEach, expect, it, vi } from 'vitest';
import { withTransition } from './view-transition.ts';

const wants = (motion: boolean) => vi.stubGlobal('matchMedia', () => ({ matches: !motion }));
const start = (begin?: (update: () => void) => { ready: Promise<void> }) =>
  vi.stubGlobal('document', begin ? { startViewTransition: begin } : {});
afterEach(() => vi.unstubAllGlobals());

it('changes at once where there is no transition, or none is wanted', () => {
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

it('a transition that the next one overtakes has changed the page and fails nobody', async () => {
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
