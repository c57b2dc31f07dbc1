import { answerEach } from '#server/work/answer-each.ts';
import { type FittedLayer, fitNight } from './layer-night.ts';
import type { Answer } from './replay.ts';

answerEach((answers: Answer[]): FittedLayer => fitNight(answers));
