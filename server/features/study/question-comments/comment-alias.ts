import { createHmac } from 'node:crypto';
import { NAMES } from '#server/features/exams/mock-exams/ranking/aliases.ts';

const NUMBERS = 99;

/**
 * The name of a student below one question, a bird or a tree with a number as in rankings. It comes from a keyed hash:
 * names below different questions cannot be linked. Where another person has the name, the next free number is taken.
 */
export function commentAlias(
  secret: string,
  { questionId, userId }: { questionId: number; userId: string },
  taken: ReadonlySet<string>,
): string {
  const hash = createHmac('sha256', secret).update(`comments:${questionId}:${userId}`).digest();
  const name = NAMES[hash.readUInt32BE(0) % NAMES.length] ?? '';
  let number = 1 + (hash.readUInt32BE(4) % NUMBERS);
  while (taken.has(`${name} ${number}`)) number += 1;
  return `${name} ${number}`;
}
