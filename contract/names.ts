import * as z from 'zod/mini';
import { NAME_MAX, USERNAME_MAX } from './limits.ts';
import { storable } from './shapes.ts';

/* What people are called. Two names that look alike must not be two names. */

const plain = 'A-Za-z0-9._@\\-';
/** Letters of the Latin alphabet that are no plain letter with an accent. */
const otherLatin = 'ßæœøđłÆŒØĐŁ';
const pattern = new RegExp(`^[${plain}${otherLatin}]+( [${plain}${otherLatin}]+)*$`);

/**
 * After NFKC every accented letter is one character: a loose mark belongs to none. Without their accents only plain
 * letters may be left, so neither other scripts nor the lookalikes inside the Latin one pass.
 */
const isUsername = (value: string) =>
  !/\p{M}/u.test(value) && pattern.test(value.normalize('NFD').replace(/\p{M}/gu, ''));

/** A username that is chosen now. Older ones keep working: the login asks only which account has the name. */
export const newUsername = z
  .string()
  .check(
    z.normalize('NFKC'),
    z.trim(),
    z.minLength(1, 'Informe o nome de usuário.'),
    z.maxLength(USERNAME_MAX, `Use no máximo ${USERNAME_MAX} caracteres.`),
    storable,
    z.refine(isUsername, { error: 'Use letras, números, . _ - @ e espaços simples entre as palavras.' }),
  );

/** Line breaks become spaces; what cannot be seen or turns the writing round goes. Joiners stay: scripts need them. */
export const readable = (value: string) =>
  value
    .replace(/[\t\n\v\f\r\u0085\u2028\u2029]+/g, ' ')
    .replace(/(?![\0\u200c\u200d])[\p{Cc}\p{Cf}]/gu, '')
    .replace(/ {2,}/g, ' ');

const nameOf = (missing: string) =>
  z
    .string()
    .check(
      z.overwrite(readable),
      z.trim(),
      z.minLength(1, missing),
      z.maxLength(NAME_MAX, `Use no máximo ${NAME_MAX} caracteres.`),
      storable,
    );

export const personName = nameOf('Informe o nome.');
export const familyName = nameOf('Informe o sobrenome.');
