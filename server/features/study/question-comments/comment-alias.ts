import { createHmac } from 'node:crypto';
import { NAMES } from '#server/features/exams/mock-exams/ranking/aliases.ts';

const NUMBERS = 99;

/**
 * Names of a student below one question, in the order of preference: a bird or a tree with a number as in rankings, and
 * the numbers after it. They come from a keyed hash: names below different questions cannot be linked.
 */
export function commentAliases(
  secret: string,
  { questionId, userId }: { questionId: number; userId: string },
  { from, count }: { from: number; count: number },
): string[] {
  const hash = createHmac('sha256', secret).update(`comments:${questionId}:${userId}`).digest();
  const name = NAMES[hash.readUInt32BE(0) % NAMES.length] ?? '';
  const number = 1 + (hash.readUInt32BE(4) % NUMBERS) + from;
  return Array.from({ length: count }, (_, step) => `${name} ${number + step}`);
}
