import { describe, expect, it } from 'vitest';
import { parsePixKey } from './pix-key.ts';

describe('a PIX key', () => {
  it.each([
    ['529.982.247-25', 'cpf', '52998224725'],
    ['52998224725', 'cpf', '52998224725'],
    // Check digits from a remainder of 0, 1 and 2, and one key that ends in the same digit three times.
    ['10000000604', 'cpf', '10000000604'],
    ['10000000108', 'cpf', '10000000108'],
    ['10000000795', 'cpf', '10000000795'],
    ['10000001333', 'cpf', '10000001333'],
    ['11.222.333/0001-81', 'cnpj', '11222333000181'],
    ['12.ABC.345/01DE-35', 'cnpj', '12ABC34501DE35'],
    [' Pix@Alvorada.Example ', 'email', 'pix@alvorada.example'],
    ['pix@a.br', 'email', 'pix@a.br'],
    ['pix@a.b.br', 'email', 'pix@a.b.br'],
    [`${'a'.repeat(60)}@alvorada.example`, 'email', `${'a'.repeat(60)}@alvorada.example`],
    ['+55 (11) 94321-4321', 'phone', '+5511943214321'],
    ['+551132145678', 'phone', '+551132145678'],
    ['(81) 99999-8888', 'phone', '+5581999998888'],
    ['81 99999-8888', 'phone', '+5581999998888'],
    ['(11) 3214-5678', 'phone', '+551132145678'],
    ['123E4567-e12b-12d1-a456-426655440000', 'random', '123e4567-e12b-12d1-a456-426655440000'],
  ])('%s is a %s', (text, kind, key) => {
    expect(parsePixKey(text)).toEqual({ kind, key });
  });

  it.each([
    ['a CPF with a wrong digit', '529.982.247-24'],
    ['a CPF of one digit', '111.111.111-11'],
    ['digits that are no CPF but could be a phone', '81999998888'],
    ['a phone of an area that does not exist', '(01) 99999-8888'],
    ['a mobile phone that does not begin with 9', '(81) 89999-8888'],
    ['a CNPJ with a wrong digit', '11.222.333/0001-82'],
    ['a CNPJ with letters in its check digits', '12ABC34501DE3A'],
    ['a phone without the country', '11943214321'],
    ['a phone of another country', '+351912345678'],
    ['a mobile phone without its nine', '+551194321432'],
    ['an e-mail without a domain', 'pix@localhost'],
    ['an e-mail of 78 characters', `${'a'.repeat(64)}@alvorada.examp`],
    ['an e-mail after a letter of another alphabet', 'ßpix@alvorada.example'],
    ['an e-mail before a sign', 'pix@alvorada.example!'],
    ['a domain with a hyphen at the end of a part', 'pix@alvorada-.example'],
    ['a domain with a hyphen at its end', 'pix@alvorada.example-'],
    ['a UUID after something else', 'a123e4567-e12b-12d1-a456-426655440000'],
    ['a UUID before something else', '123e4567-e12b-12d1-a456-426655440000a'],
    ['a phone after another plus', '++5511943214321'],
    ['a phone with a figure too many', '+55119432143210'],
    ['a CPF after another figure', '952998224725'],
    ['a CPF before another figure', '529982247259'],
    ['a CPF with a figure in its middle', '529982247025'],
    ['a CNPJ after another figure', '911222333000181'],
    ['a CNPJ before another figure', '112223330001819'],
    ['a CNPJ with a figure in its middle', '112223330001081'],
    ['a CNPJ of zeros', '00.000.000/0000-00'],
    ['half a UUID', '123e4567-e12b-12d1'],
    ['words', 'minha chave'],
    ['nothing', '   '],
  ])('%s is none', (_, text) => {
    expect(parsePixKey(text)).toBeNull();
  });
});
