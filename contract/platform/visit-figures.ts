import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { screenPatterns } from './screen-patterns.ts';

/** Largest paint and slowest answer to a press or a key in milliseconds; shift without a unit. */
export const visitMetrics = ['LCP', 'INP', 'CLS'] as const;
export type VisitMetric = (typeof visitMetrics)[number];

/** Days for which counts are stored. */
export const VISIT_DAYS = 28;
/** With fewer visits a percentile says nothing. */
export const VISITS_LEAST = 20;

/** A tab that was in the background for hours reports hours. Above this, a value is a mistake. */
const MOST_MS = 120_000;
const MOST_SHIFT = 100;

const figure = z.union([
  z.object({
    metric: z.enum(['LCP', 'INP']),
    screen: z.enum(screenPatterns),
    value: z.number().check(z.minimum(0), z.maximum(MOST_MS)),
  }),
  z.object({
    metric: z.literal('CLS'),
    screen: z.enum(screenPatterns),
    value: z.number().check(z.minimum(0), z.maximum(MOST_SHIFT)),
  }),
]);

export const reportVisit = endpoint({
  method: 'POST',
  path: '/api/visit-figures',
  access: 'public',
  summary:
    'Counts what one visit measured: largest paint, slowest answer and shift, each with the screen it belongs to. Stores neither person nor address; 60 an hour and network.',
  body: z.object({ figures: z.array(figure).check(z.minLength(1), z.maxLength(visitMetrics.length)) }),
  bodyLimit: 1024,
});

const visits = z.object({
  visits: z.number(),
  /** What three of four visits stayed within; null with fewer than 20 visits. */
  p75: z.nullable(z.number()),
});

export const screenVisits = z.object({
  screen: z.enum(screenPatterns),
  LCP: z.nullable(visits),
  INP: z.nullable(visits),
  CLS: z.nullable(visits),
});
export type ScreenVisits = z.output<typeof screenVisits>;

export const listVisitFigures = endpoint({
  method: 'GET',
  path: '/api/admin/visit-figures',
  access: 'admin',
  summary: 'LCP, INP and CLS of the sampled visits of the last 28 days by screen, most visited first.',
  response: z.array(screenVisits),
});
