import { describe, expect, it } from 'vitest';
import { REJECTION_REASON_MAX } from '#contract/limits.ts';
import { presetReasons, withPreset } from './rejection-reasons.ts';

const [first, second] = presetReasons;

describe('a ready reason', () => {
  it('fills the field when it is empty', () => expect(withPreset('  ', first.text)).toBe(first.text));

  it('takes the place of another one', () => expect(withPreset(first.text, second.text)).toBe(second.text));

  it('stands below what was typed, once', () => {
    const both = withPreset('Oi, Ana.', first.text);
    expect(both).toBe(`Oi, Ana.\n${first.text}`);
    expect(withPreset(both, first.text)).toBe(both);
    expect(withPreset(both, second.text)).toBe(`Oi, Ana.\n${second.text}`);
  });

  it('leaves at least half of the field free for more text', () => {
    for (const { text } of presetReasons) expect(text.length).toBeLessThan(REJECTION_REASON_MAX / 2);
  });
});
