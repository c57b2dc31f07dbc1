import type { BankSample } from './bank-sample.ts';

export const history: BankSample[] = [
  {
    topic: 'Independência',
    difficulty: 'easy',
    format: 'plain',
    questionText: 'A chegada da família real portuguesa ao Brasil, em 1808, teve como consequência imediata:',
    comment: 'Já em janeiro de 1808, em Salvador, D. João abriu os portos às nações amigas.',
    options: [
      ['a abertura dos portos às nações amigas.', 'Foi a primeira medida de D. João, em Salvador.'],
      ['a proclamação da República.', 'Ocorreu em 1889.'],
      ['a abolição da escravidão.', 'Ocorreu em 1888, com a Lei Áurea.'],
      ['a criação das capitanias hereditárias.', 'Vêm da década de 1530.'],
      ['a outorga da primeira Constituição.', 'Foi outorgada em 1824, por D. Pedro I.'],
    ],
    right: 'A',
  },
  {
    topic: 'República Velha',
    difficulty: 'medium',
    format: 'html',
    questionText:
      '<p>Relacione:</p><table><tbody><tr><th><p>Movimento</p></th><th><p>Início</p></th></tr><tr><td><p>Canudos</p></td><td><p>1896</p></td></tr><tr><td><p>Revolta da Vacina</p></td><td><p>1904</p></td></tr><tr><td><p>Contestado</p></td><td><p>1912</p></td></tr></tbody></table><p>Os três ocorreram durante:</p>',
    comment: '<p>A Primeira República vai de 1889 a 1930. Os três movimentos mostram conflitos sociais do período.</p>',
    options: [
      ['<p>o Segundo Reinado.</p>', '<p>Terminou em 1889.</p>'],
      ['<p>a Primeira República.</p>', '<p>De 1889 a 1930.</p>'],
      ['<p>a Era Vargas.</p>', '<p>Começou em 1930.</p>'],
      ['<p>o Período Regencial.</p>', '<p>Foi de 1831 a 1840.</p>'],
    ],
    right: 'B',
  },
  {
    topic: 'Era Vargas',
    difficulty: 'medium',
    format: 'plain',
    questionText: 'A Consolidação das Leis do Trabalho (CLT) foi aprovada em:',
    comment: 'Decreto-Lei nº 5.452, de 1º de maio de 1943, no Estado Novo.',
    options: [
      ['1930', 'É o ano da revolução que levou Vargas ao poder.'],
      ['1934', 'É o ano da Constituição que previu a Justiça do Trabalho.'],
      ['1937', 'É o ano do golpe do Estado Novo.'],
      ['1943', 'Foi aprovada em 1º de maio de 1943.'],
      ['1954', 'É o ano da morte de Vargas.'],
    ],
    right: 'D',
  },
];
