import { describe, expect, it } from 'vitest';
import { parsePixKey } from './pix-key.ts';

describe('a PIX key', () => {
  it.each([
    ['529.982.247-25', 'cpf', '52998224725'],
    ['52998224725', 'cpf', '52998224725'],
    ['11.222.333/0001-81', 'cnpj', '11222333000181'],
    ['12.ABC.345/01DE-35', 'cnpj', '12ABC34501DE35'],
    [' Pix@Alvorada.Example ', 'email', 'pix@alvorada.example'],
    ['+55 (11) 94321-4321', 'phone', '+5511943214321'],
    ['+551132145678', 'phone', '+551132145678'],
    ['123E4567-e12b-12d1-a456-426655440000', 'random', '123e4567-e12b-12d1-a456-426655440000'],
  ])('%s is a %s', (text, kind, key) => {
    expect(parsePixKey(text)).toEqual({ kind, key });
  });

  it.each([
    ['a CPF with a wrong digit', '529.982.247-24'],
    ['a CPF of one digit', '111.111.111-11'],
    ['a CNPJ with a wrong digit', '11.222.333/0001-82'],
    ['a CNPJ with letters in its check digits', '12ABC34501DE3A'],
    ['a phone without the country', '11943214321'],
    ['a phone of another country', '+351912345678'],
    ['a mobile phone without its nine', '+551194321432'],
    ['an e-mail without a domain', 'pix@localhost'],
    ['an e-mail of 78 characters', `${'a'.repeat(64)}@alvorada.examp`],
    ['half a UUID', '123e4567-e12b-12d1'],
    ['words', 'minha chave'],
    ['nothing', '   '],
  ])('%s is none', (_, text) => {
    expect(parsePixKey(text)).toBeNull();
  });
});
