import { expect, test, vi } from 'vitest';
import type { Log } from '#server/log.ts';
import { warnOfRefusal } from './sampled-warnings.ts';

test('a flood of refusals gives one line per kind in ten seconds, with the count of omitted ones', () => {
  const warn = vi.fn();
  const log = { warn } as unknown as Log;
  for (let i = 0; i < 1000; i += 1) warnOfRefusal(log, 'too busy', i);
  warnOfRefusal(log, 'no Google', 1);
  expect(warn).toHaveBeenCalledTimes(2);
  warnOfRefusal(log, 'too busy', 10_001);
  expect(warn.mock.calls.at(-1)?.[0]).toEqual({ refusal: 'too busy', unsaid: 999 });
});
