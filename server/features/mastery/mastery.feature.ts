import type { Feature } from '../../feature.ts';
import { defineMasteryWork } from './estimate.service.ts';

export const mastery: Feature = { routes: [], background: [defineMasteryWork] };
