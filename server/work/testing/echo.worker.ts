import { threadId } from 'node:worker_threads';
import { answerEach } from '../answer-each.ts';

/** Answers by its own number; or throws, ends, or never answers. */
answerEach((wish: string) => {
  if (wish === 'throw') throw new Error('thrown in the thread');
  if (wish === 'end') process.exit(3);
  while (wish === 'hang');
  return `${wish} by ${threadId}`;
});
