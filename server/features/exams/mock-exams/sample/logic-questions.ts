import type { SampleQuestion } from './sample-question.ts';

const subject = 'Raciocínio Lógico';

export const logicQuestions: SampleQuestion[] = [
  {
    subject,
    topic: 'Proposições e conectivos',
    questionText: 'A negação lógica da proposição “Se o candidato estuda, então ele é aprovado” é:',
    comment: 'A condicional p → q só é falsa quando p é verdadeira e q é falsa. Por isso a negação é “p e não q”.',
    options: [
      ['Se o candidato não estuda, então ele não é aprovado.', 'Negar as duas partes não nega a condicional.'],
      ['O candidato estuda e não é aprovado.', 'Mantém-se a primeira parte e nega-se a segunda.'],
      ['O candidato não estuda ou é aprovado.', 'É equivalente à proposição dada, não a sua negação.'],
      ['Se o candidato não é aprovado, então ele não estuda.', 'É a contrapositiva: equivalente à proposição dada.'],
      ['O candidato não estuda e não é aprovado.', 'A negação mantém a primeira parte afirmada.'],
    ],
    right: 'B',
  },
  {
    subject,
    topic: 'Proposições e conectivos',
    questionText: 'A negação de “Todo soldado é disciplinado” é:',
    comment: 'Para negar “todo”, basta um contraexemplo: existe pelo menos um soldado que não é disciplinado.',
    options: [
      [
        'Nenhum soldado é disciplinado.',
        'Diz mais do que o necessário: as duas frases podem ser falsas ao mesmo tempo.',
      ],
      ['Algum soldado não é disciplinado.', 'Um único contraexemplo já torna falso o “todo”.'],
      ['Todo soldado não é disciplinado.', 'Equivale a “nenhum soldado é disciplinado”.'],
      ['Algum soldado é disciplinado.', 'Pode ser verdadeira junto com a proposição dada.'],
      ['Nenhum disciplinado é soldado.', 'Fala de outro conjunto e não nega a proposição.'],
    ],
    right: 'B',
  },
  {
    subject,
    topic: 'Sequências',
    questionText: 'Na sequência 2, 5, 11, 23, 47, …, o próximo termo é:',
    comment: 'Cada termo é o dobro do anterior mais 1: 2·2 + 1 = 5; 2·5 + 1 = 11; …; 2·47 + 1 = 95.',
    options: [
      ['71', 'Somar 24 repete a última diferença, mas as diferenças dobram: 3, 6, 12, 24, 48.'],
      ['93', 'Seria o dobro menos 1.'],
      ['94', 'Faltou somar 1 ao dobro.'],
      ['95', 'O dobro de 47, mais 1.'],
      ['96', 'Soma 2 ao dobro, e a regra soma 1.'],
    ],
    right: 'D',
  },
  {
    subject,
    topic: 'Porcentagem',
    questionText:
      'Um uniforme de R$ 240,00 teve aumento de 25% e, depois, desconto de 20% sobre o novo preço. O preço final é:',
    comment:
      '240 · 1,25 = 300. Em seguida, 300 · 0,80 = 240. O desconto incide sobre um valor maior e anula o aumento.',
    options: [
      ['R$ 228,00', 'É o resultado de um desconto de 5% sobre o preço original.'],
      ['R$ 240,00', 'Multiplicar por 1,25 e por 0,80 é multiplicar por 1.'],
      ['R$ 252,00', 'Soma 25% e subtrai 20% do preço original: as porcentagens têm bases diferentes.'],
      ['R$ 264,00', 'Corresponde a um aumento único de 10%.'],
      ['R$ 300,00', 'É o preço depois do aumento, antes do desconto.'],
    ],
    right: 'B',
  },
  {
    subject,
    topic: 'Contagem',
    questionText: 'De quantas maneiras é possível escolher uma comissão de 3 pessoas entre 6 candidatos?',
    comment: 'A ordem não importa, então é combinação: C(6, 3) = 6 · 5 · 4 / (3 · 2 · 1) = 20.',
    options: [
      ['18', 'É 6 · 3, que não conta escolhas.'],
      ['20', 'C(6, 3) = 120 / 6 = 20.'],
      ['60', 'Divide o arranjo por 2, mas três pessoas se ordenam de 6 maneiras.'],
      ['120', 'É o arranjo 6 · 5 · 4, em que a ordem contaria.'],
      ['216', 'É 6³, em que a mesma pessoa poderia ser escolhida mais de uma vez.'],
    ],
    right: 'B',
  },
];
