import { cleanLessonHtml } from '../../html/lesson-html.ts';
import { answerEach } from '../../work/answer-each.ts';

answerEach(cleanLessonHtml);
