import { cleanLessonHtml } from '#server/html/lesson-html.ts';
import { answerEach } from '#server/work/answer-each.ts';

answerEach(cleanLessonHtml);
