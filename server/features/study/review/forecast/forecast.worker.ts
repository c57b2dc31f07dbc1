import { answerEach } from '#server/work/answer-each.ts';
import { forecast } from './forecast-work.ts';

answerEach(forecast);
