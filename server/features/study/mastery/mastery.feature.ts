import type { Feature } from '#server/feature.ts';
import { defineMasteryWork } from './estimate.service.ts';
import { defineLayerWork } from './layer.service.ts';
import { defineScoreMeasure } from './score-checks.service.ts';

export const mastery: Feature = { routes: [], background: [defineMasteryWork, defineLayerWork, defineScoreMeasure] };
