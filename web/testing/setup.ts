import { cleanup } from '@testing-library/react';
import { afterEach, vi } from 'vitest';
import { queryClient } from '../lib/query-client.ts';
import { dismissToast } from '../ui/toast.ts';

// React then waits for what an event leads to before the test looks.
vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);

// What jsdom has no picture for, and no component test is about.
URL.createObjectURL = () => 'blob:nothing';
URL.revokeObjectURL = () => undefined;
Element.prototype.scrollIntoView = () => undefined;

afterEach(() => {
  cleanup();
  queryClient.clear();
  dismissToast();
  localStorage.clear();
});
