import { cleanup, configure } from '@testing-library/react';
import { afterEach, vi } from 'vitest';
import { forgetEndedSession } from '#web/lib/ended-session.ts';
import { queryClient } from '#web/lib/query-client.ts';
import '#web/shell/fill-slots.tsx';
import { dismissToast } from '#web/ui/toast.ts';
import { answerStylesQuickly } from './quick-style.ts';

// React then processes the effects of an event before the test continues.
vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);

// For a busy machine: awaited elements usually appear much sooner.
configure({ asyncUtilTimeout: 10_000 });

answerStylesQuickly();

// jsdom lacks these, and no component test is about them.
URL.createObjectURL = () => 'blob:nothing';
URL.revokeObjectURL = () => undefined;
// As in Chromium, which returns a promise: an effect that returns it breaks the page on cleanup.
Element.prototype.scrollIntoView = (() => Promise.resolve()) as () => void;

// Without layout nothing intersects: components that wait for it stay unrendered.
globalThis.IntersectionObserver = class {
  observe() {}
  disconnect() {}
} as unknown as typeof IntersectionObserver;

// jsdom does not know <search> yet, and React would warn.
const createElement = document.createElement.bind(document);
document.createElement = (name: string, options?: ElementCreationOptions) => {
  const element = createElement(name, options);
  if (name === 'search') Object.defineProperty(element, Symbol.toStringTag, { value: 'HTMLElement' });
  return element;
};

afterEach(() => {
  cleanup();
  // Files share a document: nodes that a test added by hand must not affect the next one.
  document.body.replaceChildren();
  queryClient.clear();
  dismissToast();
  // Also in memory: otherwise a login in the next file would show why a session ended, and load a chunk for it.
  forgetEndedSession();
  localStorage.clear();
  sessionStorage.clear();
});
