import type { BankSample } from './bank-sample.ts';

export const logic: BankSample[] = [
  {
    topic: 'Tabelas-verdade',
    difficulty: 'medium',
    format: 'html',
    questionText:
      '<p>A tabela é a de uma proposição composta por <em>p</em> e <em>q</em>:</p><table><tbody><tr><th><p>p</p></th><th><p>q</p></th><th><p>?</p></th></tr><tr><td><p>V</p></td><td><p>V</p></td><td><p>V</p></td></tr><tr><td><p>V</p></td><td><p>F</p></td><td><p>F</p></td></tr><tr><td><p>F</p></td><td><p>V</p></td><td><p>V</p></td></tr><tr><td><p>F</p></td><td><p>F</p></td><td><p>V</p></td></tr></tbody></table><p>A proposição é:</p>',
    comment:
      '<p>Só é falsa quando a primeira parte é verdadeira e a segunda, falsa: é a <strong>condicional</strong>.</p>',
    options: [
      ['<p>p e q</p>', '<p>A conjunção só é verdadeira na primeira linha.</p>'],
      ['<p>p ou q</p>', '<p>A disjunção seria verdadeira na segunda linha e falsa na quarta.</p>'],
      ['<p>se p, então q</p>', '<p>É falsa apenas na linha V, F.</p>'],
      ['<p>p se e somente se q</p>', '<p>A bicondicional seria falsa na terceira linha.</p>'],
    ],
    right: 'C',
  },
  {
    topic: 'Conjuntos',
    difficulty: 'medium',
    format: 'plain',
    questionText:
      'Numa turma de 40 alunos, 25 estudam inglês, 18 estudam espanhol e 8 estudam os dois idiomas. Quantos não estudam nenhum deles?',
    comment: 'União: 25 + 18 − 8 = 35. Fora dela: 40 − 35 = 5.',
    options: [
      ['3', 'Seria o resultado com 37 alunos na união.'],
      ['5', 'São 40 − (25 + 18 − 8).'],
      ['8', 'É o número dos que estudam os dois idiomas.'],
      ['15', 'É o número dos que não estudam inglês.'],
      ['22', 'É o número dos que não estudam espanhol.'],
    ],
    right: 'B',
  },
  {
    topic: 'Contagem',
    difficulty: 'easy',
    format: 'plain',
    questionText:
      'Uma guarita tem 3 entradas e 4 saídas diferentes. De quantas maneiras uma pessoa pode entrar e depois sair?',
    comment: 'Princípio multiplicativo: 3 entradas × 4 saídas = 12.',
    options: [
      ['7', 'Somar conta escolhas alternativas, e aqui elas são sucessivas.'],
      ['12', 'Para cada uma das 3 entradas há 4 saídas.'],
      ['24', 'É o dobro do resultado.'],
      ['64', 'É 4 elevado a 3.'],
      ['81', 'É 3 elevado a 4.'],
    ],
    right: 'B',
  },
  {
    topic: 'Contagem',
    difficulty: 'medium',
    format: 'plain',
    questionText: 'Quantos números de três algarismos distintos podem ser formados com 1, 2, 3, 4 e 5?',
    comment: 'São 5 × 4 × 3 = 60.',
    options: [
      ['15', 'É a soma dos algarismos.'],
      ['60', 'São 5 opções, depois 4, depois 3.'],
      ['120', 'Seria usar os cinco algarismos.'],
      ['125', 'Seria permitir repetição: 5 × 5 × 5.'],
    ],
    right: 'B',
  },
  {
    topic: 'Proposições e conectivos',
    difficulty: 'medium',
    format: 'plain',
    questionText: 'A negação de “Todo policial é atento” é:',
    comment: 'Nega-se um “todo” com “algum não”.',
    options: [
      ['Nenhum policial é atento.', 'É mais forte que a negação.'],
      ['Algum policial não é atento.', 'Basta um caso para negar o “todo”.'],
      ['Todo policial é desatento.', 'É mais forte que a negação.'],
      ['Algum policial é atento.', 'Não contradiz a frase dada.'],
    ],
    right: 'B',
  },
  {
    topic: 'Conjuntos',
    difficulty: 'easy',
    format: 'plain',
    questionText: 'Se A = {1, 2, 3, 4} e B = {3, 4, 5}, quantos elementos tem a união de A e B?',
    comment: 'A união é {1, 2, 3, 4, 5}.',
    options: [
      ['2', 'É o número de elementos da interseção.'],
      ['4', 'É o número de elementos de A.'],
      ['5', 'São 4 + 3 − 2.'],
      ['7', 'Conta duas vezes a interseção.'],
    ],
    right: 'C',
  },
];
