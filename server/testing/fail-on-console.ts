import { afterEach, beforeEach, expect, vi } from 'vitest';

// The product writes nothing to the console; any output is a fault that the test would hide.
const methods = ['error', 'warn'] as const;

beforeEach(() => {
  for (const method of methods) vi.spyOn(console, method).mockImplementation(() => undefined);
});

afterEach(() => {
  for (const method of methods) {
    const spy = vi.mocked(console[method]);
    const { calls } = spy.mock;
    spy.mockRestore();
    expect(calls, `console.${method}`).toEqual([]);
  }
});
