import { afterEach, beforeEach, expect, vi } from 'vitest';

// The product writes nothing to the console; any output is a fault that the test would hide.
const methods = ['error', 'warn'] as const;

// React says so when a lazy chunk, about which the test is not, is loaded between two steps of the test. Whether that
// happens depends on how busy the machine is.
const LATE_CHUNK = 'A suspended resource finished loading inside a test';

beforeEach(() => {
  for (const method of methods) vi.spyOn(console, method).mockImplementation(() => undefined);
});

afterEach(() => {
  for (const method of methods) {
    const spy = vi.mocked(console[method]);
    const calls = spy.mock.calls.filter(([text]) => !String(text).startsWith(LATE_CHUNK));
    spy.mockRestore();
    expect(calls, `console.${method}`).toEqual([]);
  }
});
