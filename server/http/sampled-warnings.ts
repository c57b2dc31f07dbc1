import type { Log } from '#server/log.ts';

const WINDOW_MS = 10_000;
type Kind = { until: number; unsaid: number };
const kinds = new WeakMap<Log, Map<string, Kind>>();

/**
 * Intended refusals are logged once in ten seconds per kind, with the count since then: a flood of refusals must not
 * become a flood of log lines. The text is one of few constants and contains nothing of the request.
 */
export function warnOfRefusal(log: Log, text: string, now = performance.now()): void {
  const known = kinds.get(log) ?? new Map<string, Kind>();
  kinds.set(log, known);
  const kind = known.get(text);
  if (kind && now < kind.until) {
    kind.unsaid += 1;
    return;
  }
  log.warn({ refusal: text, unsaid: kind?.unsaid ?? 0 }, 'requests are refused');
  known.set(text, { until: now + WINDOW_MS, unsaid: 0 });
}
