import { answerEach } from '#server/work/answer-each.ts';
import { type CitationInput, citationsOf, type LessonCitation } from './lesson-citations.ts';

answerEach((input: CitationInput): LessonCitation[] => citationsOf(input));
