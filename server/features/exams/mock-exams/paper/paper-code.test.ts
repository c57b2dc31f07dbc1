import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { paperCode } from '#contract/exams/quiz-paper.ts';
import { paperCodeOf, versionOfCode } from './paper-code.ts';

it('a paper code leads back to its version, however it is typed', () => {
  for (const version of [1, 42, 33_554_432, 2_147_483_647]) {
    const code = paperCodeOf('secret', version);
    expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{8}$/);
    const typed = `${code.slice(0, 4)} - ${code.slice(4)}`.toLowerCase().replaceAll('0', 'o').replaceAll('1', 'l');
    expect(versionOfCode('secret', z.parse(paperCode, typed))).toBe(version);
  }
});

it('a paper code detects nearly every typing error', () => {
  const code = paperCodeOf('secret', 4711);
  const slips = [...code].flatMap((sign, place) =>
    [...'0123456789ABCDEFGHJKMNPQRSTVWXYZ']
      .filter((other) => other !== sign)
      .map((other) => `${code.slice(0, place)}${other}${code.slice(place + 1)}`),
  );
  const accepted = slips.filter((slip) => versionOfCode('secret', slip) !== null);
  expect(accepted.length).toBeLessThan(5);
  expect(versionOfCode('other', code)).toBeNull();
});
