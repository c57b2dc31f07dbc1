import { afterEach, expect, test } from 'vitest';
import { sentNote, sentWords } from './mail-words.ts';
import { renewSchool } from './school.ts';

afterEach(() => renewSchool({ sendsMail: true }));

test('an e-mail of a school with a mail server was sent', () => {
  expect(sentWords('Convite', 'enviado')).toBe('Convite enviado');
  expect(sentNote('Mandamos um e-mail.')).toBe('Mandamos um e-mail.');
});

test('an e-mail of a school without a mail server was stored and not sent', () => {
  renewSchool({ sendsMail: false });
  expect(sentWords('Convite', 'enviado')).toBe('Convite guardado, não enviado');
  expect(sentWords('Cobrança', 'enviada')).toBe('Cobrança guardada, não enviada');
  expect(sentNote('Mandamos um e-mail.')).toBe('O e-mail da escola ainda não está ligado. A carta espera em Sistema.');
});
