import { expect, test } from 'vitest';
import { originOf } from './question-origin.ts';

test.each([
  ['(FGV - OAB - 2016) Assinale', { banca: 'FGV', year: 2016, organ: 'OAB' }],
  ['(CESPE/2019) Julgue', { banca: 'CESPE', year: 2019, organ: '' }],
  ['(VUNESP – PM-SP – Soldado – 2021) Texto', { banca: 'VUNESP', year: 2021, organ: 'PM SP Soldado' }],
  ['[FCC, TRT 2ª Região, 2018] Texto', { banca: 'FCC', year: 2018, organ: 'TRT 2ª Região' }],
  ['(IBFC 2020) Texto', { banca: 'IBFC', year: 2020, organ: '' }],
])('%s has its origin in front', (text, expected) => {
  expect(originOf(text)).toMatchObject(expected);
});

test.each([
  'Em 2016 (FGV), assinale',
  '(Art. 5º, CF/1988) Assinale',
  '(Lei 8.112/1990) Assinale',
  '(um parêntese qualquer, de 2016) Assinale',
  '(FGV) Assinale',
  '(2016) Assinale',
])('%s has no origin in front', (text) => {
  expect(originOf(text)).toBeNull();
});
