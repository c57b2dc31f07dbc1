import { threadId } from 'node:worker_threads';
import { answerEach } from '../answer-each.ts';

const MB = 1024 * 1024;
const filled: unknown[] = [];

/** Answers with its thread number; or throws, exits, never answers, or exceeds its memory. */
answerEach((wish: string) => {
  if (wish === 'throw') throw new Error('thrown in the thread');
  if (wish === 'end') process.exit(3);
  while (wish === 'hang');
  while (wish === 'fill the heap') filled.push(Array.from({ length: 10_000 }, () => ({})));
  if (wish === 'fill buffers') {
    for (let count = 0; count < 16; count += 1) filled.push(Buffer.alloc(16 * MB, 1));
    // Only the memory watch ends it.
    while (wish === 'fill buffers');
  }
  return `${wish} by ${threadId}`;
});
