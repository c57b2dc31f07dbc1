import { describe, expect, it } from 'vitest';
import { type KnownProof, type ProofSender, refusalOfProof } from './proof-limits.policy.ts';

const holder: ProofSender = { isHolder: true, hash: null };
const stranger = (name: string) => ({ isHolder: false, hash: Buffer.from(name) }) as const;
const many = (count: number, from: ProofSender, round = 0): KnownProof[] =>
  Array.from({ length: count }, () => ({ fromHolder: from.isHolder, sender: from.hash, round }));
/** From before senders were noted. */
const old = (count: number): KnownProof[] =>
  Array.from({ length: count }, () => ({ fromHolder: null, sender: null, round: 0 }));

describe('one more proof', () => {
  it.each<[string, KnownProof[], ProofSender, number, ReturnType<typeof refusalOfProof>]>([
    ['the first', [], stranger('x'), 0, null],
    ['the fifth of a sender', many(4, stranger('x')), stranger('x'), 0, null],
    ['the sixth of a sender', many(5, stranger('x')), stranger('x'), 0, 'sender'],
    ['the first of another', many(5, stranger('x')), stranger('y'), 0, null],
    ['the sixth, after a decision', many(5, stranger('x')), stranger('x'), 1, null],
    ['the holder’s after five of a stranger', many(5, stranger('x')), holder, 0, null],
    ['the sixth of the holder', many(5, holder), holder, 0, 'sender'],
    ['the sixth of the holder, after a decision', many(5, holder), holder, 1, null],
    ['a stranger’s after five of the holder', many(5, holder), stranger('x'), 0, null],
    ['the 25th of strangers', many(24, stranger('x')), stranger('y'), 1, null],
    ['the 26th of strangers', many(25, stranger('x')), stranger('y'), 1, 'strangers'],
    ['the holder’s after 25 of strangers', many(25, stranger('x')), holder, 1, null],
    ['a stranger’s beside 25 of the holder', many(25, holder), stranger('y'), 1, null],
    ['the 51st, a stranger’s', many(50, holder), stranger('y'), 1, 'strangers'],
    ['the 50th', many(49, holder), holder, 1, null],
    ['the 51st', many(50, holder), holder, 1, 'all'],
    ['a holder’s beside five of unknown senders', old(5), holder, 0, null],
    ['a stranger’s beside five of unknown senders', old(5), stranger('x'), 0, null],
  ])('%s', (_, known, sender, round, refusal) => {
    expect(refusalOfProof(known, sender, round)).toBe(refusal);
  });
});
