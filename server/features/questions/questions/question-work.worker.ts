import { answerEach } from '#server/work/answer-each.ts';
import { clean, describe, type QuestionWork } from './question-work.ts';

answerEach((work: QuestionWork) => ('clean' in work ? clean(work.clean) : describe(work.describe)));
