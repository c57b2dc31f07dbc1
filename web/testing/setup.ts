import { cleanup, configure } from '@testing-library/react';
import { afterEach, vi } from 'vitest';
import { forgetEndedSession } from '#web/lib/ended-session.ts';
import { queryClient } from '#web/lib/query-client.ts';
import '#web/shell/fill-slots.tsx';
import { dismissToast } from '#web/ui/toast.ts';
import { answerStylesQuickly } from './quick-style.ts';

// React then waits for what an event leads to before the test looks.
vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);

// For a busy machine: what is awaited comes much sooner.
configure({ asyncUtilTimeout: 10_000 });

answerStylesQuickly();

// What jsdom has no picture for, and no component test is about.
URL.createObjectURL = () => 'blob:nothing';
URL.revokeObjectURL = () => undefined;
// As in Chromium, which answers with a promise: an effect that returns it breaks the page when it is cleaned up.
Element.prototype.scrollIntoView = (() => Promise.resolve()) as () => void;

// Nothing comes near in a window without a picture: parts that wait for it stay away.
globalThis.IntersectionObserver = class {
  observe() {}
  disconnect() {}
} as unknown as typeof IntersectionObserver;

// jsdom does not know <search> yet, and React would warn of it.
const createElement = document.createElement.bind(document);
document.createElement = (name: string, options?: ElementCreationOptions) => {
  const element = createElement(name, options);
  if (name === 'search') Object.defineProperty(element, Symbol.toStringTag, { value: 'HTMLElement' });
  return element;
};

afterEach(() => {
  cleanup();
  // Files share a document: what a test put there by hand is not for the next to find.
  document.body.replaceChildren();
  queryClient.clear();
  dismissToast();
  // In memory, too: a login of the next file would say why a session ended, with a part that is still to load.
  forgetEndedSession();
  localStorage.clear();
  sessionStorage.clear();
});
