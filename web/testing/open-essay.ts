import { espelhoPresets } from '#contract/exams/espelho-presets.ts';
import type { Essay } from '#contract/exams/essays.ts';

const [preset] = espelhoPresets;
if (!preset) throw new Error('There is no preset.');

/** An essay that is being written, of thirty lines and without a clock. */
export const openEssay: Essay = {
  id: 7,
  themeId: 3,
  number: 1,
  state: 'writing',
  theme: {
    kind: 'essay',
    title: 'Câmeras corporais',
    command: 'Escreva.',
    texts: [],
    maxLines: 30,
    minLines: 8,
    lineWidth: 68,
    minutes: null,
    opensAt: null,
    closesAt: null,
    returnHours: 72,
    secondReading: null,
    reviewDays: 5,
    espelho: preset.espelho,
  },
  text: '',
  revision: 1,
  startedAt: '2026-11-15T12:00:00.000Z',
  savedAt: '2026-11-15T12:00:00.000Z',
  deadlineAt: null,
  deliveredAt: null,
  dueAt: null,
  serverTime: '2026-11-15T12:00:00.000Z',
  returned: null,
  review: null,
  reviewUntil: null,
  previous: null,
};
