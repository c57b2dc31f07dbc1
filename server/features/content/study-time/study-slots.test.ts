import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  attemptSpans,
  maskOf,
  QUIZ_PAUSE_MAX_SECONDS,
  REPORT_MAX_SECONDS,
  readingSpan,
  SLOT_SECONDS,
  SLOTS_PER_DAY,
  slotsOf,
} from './study-slots.ts';

const noon = Date.parse('2026-11-15T15:00:00.000Z');
const at = (seconds: number) => new Date(noon + seconds * 1000);
const secondsOf = (spans: Parameters<typeof slotsOf>[0]) =>
  [...slotsOf(spans).values()].reduce((sum, slots) => sum + slots.size, 0) * SLOT_SECONDS;

describe('reading', () => {
  test('an hour of reports every 20 seconds is an hour', () => {
    expect(secondsOf(Array.from({ length: 180 }, (_, i) => readingSpan(20, at((i + 1) * 20))))).toBe(3600);
    expect(secondsOf(Array.from({ length: 180 }, (_, i) => readingSpan(20, at((i + 1) * 20 + 7))))).toBe(3600);
  });

  test('the same hour in two tabs is one hour', () => {
    const tab = (shift: number) => Array.from({ length: 180 }, (_, i) => readingSpan(20, at((i + 1) * 20 + shift)));
    expect(secondsOf([...tab(0), ...tab(0), ...tab(10)])).toBeLessThanOrEqual(3620);
  });

  test('a report repeated by a retry adds nothing', () => {
    expect(secondsOf([readingSpan(20, at(20)), readingSpan(20, at(20))])).toBe(20);
  });

  test('a script that posts hours gets the bound', () => {
    expect(secondsOf([readingSpan(36_000, at(0))])).toBe(REPORT_MAX_SECONDS);
    expect(secondsOf(Array.from({ length: 500 }, () => readingSpan(86_400, at(0))))).toBe(REPORT_MAX_SECONDS);
  });

  test('nothing, and less than nothing, is nothing', () => {
    expect(secondsOf([readingSpan(0, at(0)), readingSpan(-50, at(0))])).toBe(0);
  });

  test('midnight in São Paulo parts a report between two days', () => {
    const days = slotsOf([readingSpan(60, new Date('2026-11-15T03:00:20.000Z'))]);
    expect([...days]).toEqual([
      ['2026-11-14', new Set([SLOTS_PER_DAY - 2, SLOTS_PER_DAY - 1])],
      ['2026-11-15', new Set([0])],
    ]);
  });

  test('however reports come, no more is counted than time has passed, and order does not matter', () => {
    const report = fc.record({ second: fc.integer({ min: 0, max: 7200 }), claimed: fc.integer({ min: 0, max: 1e6 }) });
    fc.assert(
      fc.property(fc.array(report, { minLength: 1, maxLength: 60 }), (reports) => {
        const spans = reports.map(({ second, claimed }) => readingSpan(claimed, at(second)));
        const first = Math.min(...spans.map(({ from }) => from.getTime()));
        const last = Math.max(...spans.map(({ until }) => until.getTime()));
        expect(secondsOf(spans)).toBeLessThanOrEqual((last - first) / 1000 + SLOT_SECONDS);
        expect(secondsOf([...spans].reverse())).toBe(secondsOf(spans));
      }),
    );
  });
});

describe('simulados', () => {
  test('time runs from the start to the end while answers come', () => {
    const spans = attemptSpans({ startedAt: at(0), answeredAt: [at(120), at(300), at(580)], finishedAt: at(600) });
    expect(secondsOf(spans)).toBe(600);
  });

  test('an attempt left open for a day counts one pause', () => {
    const spans = attemptSpans({ startedAt: at(0), answeredAt: [at(60)], finishedAt: at(86_400) });
    expect(secondsOf(spans)).toBe(60 + QUIZ_PAUSE_MAX_SECONDS);
  });

  test('an open attempt without an answer counts no time', () => {
    expect(attemptSpans({ startedAt: at(0), answeredAt: [], finishedAt: null })).toEqual([]);
  });

  test('reading a lesson during a simulado counts once', () => {
    const quiz = attemptSpans({ startedAt: at(0), answeredAt: [at(300)], finishedAt: at(400) });
    expect(secondsOf([...quiz, readingSpan(100, at(200))])).toBe(400);
  });

  test('two simulados at once count once', () => {
    const times = { startedAt: at(0), answeredAt: [at(300)], finishedAt: at(600) };
    expect(secondsOf([...attemptSpans(times), ...attemptSpans(times)])).toBe(600);
  });

  test('an answer that claims to be older than the attempt adds nothing', () => {
    const spans = attemptSpans({ startedAt: at(0), answeredAt: [at(-5000), at(60)], finishedAt: null });
    expect(secondsOf(spans)).toBe(60);
  });
});

test('a mask has one digit per slot', () => {
  const mask = maskOf(new Set([0, 2, SLOTS_PER_DAY - 1]));
  expect(mask).toHaveLength(SLOTS_PER_DAY);
  expect([mask.slice(0, 4), mask.at(-1), mask.replaceAll('0', '').length]).toEqual(['1010', '1', 3]);
});
