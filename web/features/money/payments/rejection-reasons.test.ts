import { describe, expect, it } from 'vitest';
import { REJECTION_REASON_MAX } from '#contract/limits.ts';
import { readyReasons, withReady } from './rejection-reasons.ts';

const [first, second] = readyReasons;

describe('a ready reason', () => {
  it('fills the empty field', () => expect(withReady('  ', first.text)).toBe(first.text));

  it('takes the place of another one', () => expect(withReady(first.text, second.text)).toBe(second.text));

  it('stands below what was typed, once', () => {
    const both = withReady('Oi, Ana.', first.text);
    expect(both).toBe(`Oi, Ana.\n${first.text}`);
    expect(withReady(both, first.text)).toBe(both);
    expect(withReady(both, second.text)).toBe(`Oi, Ana.\n${second.text}`);
  });

  it('leaves room to say more', () => {
    for (const { text } of readyReasons) expect(text.length).toBeLessThan(REJECTION_REASON_MAX / 2);
  });
});
