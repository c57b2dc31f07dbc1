import { VISIT_SAMPLE } from '#contract/platform/visit-sample.ts';
import { whenIdle } from './when-idle.ts';

/** Measures one of ten visits of people. The script for it is loaded when everything else is done. */
export function measureSampledVisit(): void {
  if (navigator.webdriver || Math.random() * VISIT_SAMPLE >= 1) return;
  // A visit that cannot be measured is not missed.
  whenIdle(() => import('./visit-figures.ts').then(({ measureVisit }) => measureVisit()).catch(() => undefined));
}
