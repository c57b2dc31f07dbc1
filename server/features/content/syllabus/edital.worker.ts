import { answerEach } from '#server/work/answer-each.ts';
import { parseEdital } from './parse-edital.ts';

answerEach(parseEdital);
