import { expect, it } from 'vitest';
import { listenForInvalidations } from './cache-invalidation.ts';

function bus() {
  const told: { drop: (key: string) => void; flush: () => void }[] = [];
  return {
    subscribe: (_topic: string, drop: (key: string) => void, flush: () => void) => void told.push({ drop, flush }),
    say: (word: string) => told.forEach(({ drop }) => void drop(word)),
    comeBack: () => told.forEach(({ flush }) => void flush()),
  };
}

it('a write waits for its own message, also for one that arrived before the wait', async () => {
  const line = bus();
  const hear = listenForInvalidations(line);
  let isHeard = false;
  const heard = hear('one').then(() => {
    isHeard = true;
  });
  line.say('another');
  await hear('another');
  expect(isHeard).toBe(false);
  line.say('one');
  await heard;
  expect(isHeard).toBe(true);
});

it('a write does not wait for messages lost while the bus was disconnected, as all caches were flushed', async () => {
  const line = bus();
  const heard = listenForInvalidations(line)('lost');
  line.comeBack();
  await heard;
});
