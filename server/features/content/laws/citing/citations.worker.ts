import { answerEach } from '#server/work/answer-each.ts';
import type { Alias } from './find-norm.ts';
import { citationsOfLesson, type LessonCitation } from './lesson-citations.ts';

export type CitationInput = { html: string; aliases: Alias[] };

answerEach(({ html, aliases }: CitationInput): LessonCitation[] => citationsOfLesson(html, aliases));
