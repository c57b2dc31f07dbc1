import { expect, test } from 'vitest';
import { cpf, looksLikeCpf, readCpf, readCpfCell, writtenCpf } from './cpf.ts';

test('a CPF is read with and without dots, and refused when a digit is wrong, missing or repeated', () => {
  for (const text of ['529.982.247-25', '52998224725', ' 529 982 247 25 ']) expect(readCpf(text)).toBe('52998224725');
  for (const text of ['529.982.247-24', '529.982.247-15', '5299822472', '111.111.111-11', '529.982.247-25x', '']) {
    expect(readCpf(text)).toBeNull();
  }
});

test('a cell that lost the zeros at the front of a CPF is read, and a short number that is none is not', () => {
  expect(readCpfCell('1234567890')).toBe('01234567890');
  expect(readCpfCell('191')).toBeNull();
  expect(readCpfCell('1234567891')).toBeNull();
});

test('a CPF is written with dots', () => {
  expect(writtenCpf('52998224725')).toBe('529.982.247-25');
});

test('a body takes only the digits of a right CPF', () => {
  expect(cpf.safeParse('52998224725').success).toBe(true);
  for (const text of ['529.982.247-25', '52998224724', '\0', '']) expect(cpf.safeParse(text).success).toBe(false);
});

test('the beginning of a CPF looks like one, a name, a short number and a phone do not', () => {
  for (const text of [
    ...['5299822', '529.982.2', '529.982.247-2', '529.982.247-25', '529982247251', '529.982.247/25'],
    ...['CPF 529.982.247-25', '529.982.247-25 Maria', 'cpf: 529.982.24'],
  ]) {
    expect(looksLikeCpf(text), text).toBe(true);
  }
  for (const text of ['ana 5299822', '529982', '81999998888', '529982247242', 'a@b.com']) {
    expect(looksLikeCpf(text)).toBe(false);
  }
});
