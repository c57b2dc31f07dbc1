import type { Tx } from '#server/db/handle.ts';
import { type Span, slotsOf } from './study-slots.ts';
import { addSlots } from './study-time.store.ts';

export type SampleStudy = { userId: string; spans: readonly Span[] };

/** Evenings of reading as the reports of a lesson would have told of them, two minutes at a time: many at once. */
export const sampleStudies = (tx: Tx, studies: readonly SampleStudy[]) =>
  addSlots(
    tx,
    'reading',
    studies.map(({ userId, spans }) => ({ userId, days: slotsOf(spans) })),
  );
