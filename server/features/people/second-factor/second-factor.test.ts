import { TOTP } from 'otpauth';
import { describe, expect, test } from 'vitest';
import {
  addressForApps,
  hashOfRecoveryCode,
  inBase32,
  newRecoveryCodes,
  newSecretBytes,
  readCode,
  stepOf,
} from './codes.ts';
import { seal, unseal } from './sealed-secret.ts';

describe('a sealed secret', () => {
  const secret = 'a'.repeat(32);
  const bytes = newSecretBytes();
  test('opens for its owner and its server only, and not when it was changed', () => {
    const sealed = seal(secret, 'ana', bytes);
    expect(sealed.includes(bytes)).toBe(false);
    expect(unseal(secret, 'ana', sealed)).toEqual(bytes);
    expect(unseal(secret, 'bia', sealed)).toBeNull();
    expect(unseal('b'.repeat(32), 'ana', sealed)).toBeNull();
    for (const at of [0, 1, 15, sealed.length - 1]) {
      const changed = Buffer.from(sealed);
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect(unseal(secret, 'ana', changed)).toBeNull();
    }
    expect(unseal(secret, 'ana', sealed.subarray(0, 10))).toBeNull();
  });
  test('is never sealed twice alike', () => {
    expect(seal(secret, 'ana', bytes)).not.toEqual(seal(secret, 'ana', bytes));
  });
});

describe('codes of an app', () => {
  // RFC 6238, appendix B, cut to six digits.
  const rfc = Buffer.from('12345678901234567890');
  test.each([
    [59, '287082', 1],
    [1_111_111_109, '081804', 37_037_036],
    [20_000_000_000, '353130', 666_666_666],
  ])('at second %i it is %s', (second, digits, step) => {
    expect(stepOf(rfc, digits, new Date(second * 1000))).toBe(step);
  });
  test('one step early or late is taken for its own step, two are not', () => {
    const at = (second: number) => stepOf(rfc, '287082', new Date(second * 1000));
    expect([at(0), at(59), at(89)]).toEqual([1, 1, 1]);
    expect(at(90)).toBeNull();
  });
  test('the address names school and person and gives the same codes', () => {
    const address = addressForApps(rfc, 'Escola', 'ana@x');
    expect(address).toMatch(/^otpauth:\/\/totp\/Escola:ana%40x\?/);
    expect(address).toContain(`secret=${inBase32(rfc)}`);
    expect(new TOTP({ secret: inBase32(rfc) }).generate({ timestamp: 59_000 })).toBe('287082');
  });
});

describe('what was typed', () => {
  test.each([
    ['123 456', { kind: 'digits', digits: '123456' }],
    ['abcd-efgh-jkmn-pqrs', { kind: 'recovery', code: 'ABCDEFGHJKMNPQRS' }],
    ['oil0-', { kind: 'recovery', code: '0110' }],
    ['12345', { kind: 'recovery', code: '12345' }],
  ])('%s', (typed, expected) => expect(readCode(typed)).toEqual(expected));

  test('every recovery code is read back to the same hash, and only for its owner', () => {
    const codes = newRecoveryCodes();
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) {
      expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){3}$/);
      const read = readCode(code.toLowerCase());
      const given = read.kind === 'recovery' ? read.code : '';
      expect(hashOfRecoveryCode('ana', given)).toEqual(hashOfRecoveryCode('ana', code));
      expect(hashOfRecoveryCode('bia', given)).not.toEqual(hashOfRecoveryCode('ana', code));
    }
  });
});
