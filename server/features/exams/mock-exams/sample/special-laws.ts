import type { SampleQuiz } from './sample-question.ts';

const subject = 'Direito Penal';

/** What the teacher is working on: saved, not published. */
export const specialLaws: SampleQuiz = {
  creationKey: '01938f3c-7c5a-7b3e-8f00-a10000000004',
  title: 'Simulado 4: Legislação Especial',
  description: 'Maria da Penha, Desarmamento, Drogas e Abuso de Autoridade. Faltam mais seis questões.',
  timeLimit: 25,
  passingScore: 70,
  questions: [
    {
      subject,
      topic: 'Legislação especial',
      questionText:
        'Segundo a Lei nº 11.340/2006 (Lei Maria da Penha), o marido que destrói os documentos pessoais da esposa pratica violência:',
      comment:
        'Art. 7º, IV: a violência patrimonial inclui a retenção, a subtração e a destruição de objetos, instrumentos de trabalho e documentos pessoais.',
      options: [
        ['física.', 'É a que ofende a integridade ou a saúde corporal (art. 7º, I).'],
        ['psicológica.', 'É a que causa dano emocional ou diminuição da autoestima (art. 7º, II).'],
        ['patrimonial.', 'Documentos pessoais estão no texto do inciso IV.'],
        ['moral.', 'É a calúnia, a difamação ou a injúria (art. 7º, V).'],
        ['institucional.', 'Não está entre as cinco formas do art. 7º.'],
      ],
      right: 'C',
    },
    {
      subject,
      topic: 'Legislação especial',
      questionText:
        'Quem mantém em casa, em desacordo com a lei, arma de fogo de uso permitido comete, segundo o Estatuto do Desarmamento (Lei nº 10.826/2003):',
      comment:
        'Art. 12: posse irregular de arma de fogo de uso permitido, no interior da residência ou do local de trabalho.',
      options: [
        ['posse irregular de arma de fogo de uso permitido.', 'A arma estava na residência (art. 12).'],
        [
          'porte ilegal de arma de fogo de uso permitido.',
          'O porte se dá fora da residência ou do trabalho (art. 14).',
        ],
        ['comércio ilegal de arma de fogo.', 'Exige atividade comercial ou industrial (art. 17).'],
        ['disparo de arma de fogo.', 'Exige o disparo em lugar habitado ou em via pública (art. 15).'],
        ['mera infração administrativa.', 'O fato é crime, punido com detenção e multa.'],
      ],
      right: 'A',
    },
    {
      subject,
      topic: 'Legislação especial',
      questionText:
        'Entre as penas que o art. 28 da Lei nº 11.343/2006 prevê para a posse de droga para consumo pessoal NÃO está:',
      comment:
        'O art. 28 prevê advertência, prestação de serviços à comunidade e medida educativa. Não prevê pena privativa de liberdade.',
      options: [
        ['advertência sobre os efeitos das drogas.', 'Está no inciso I.'],
        ['prestação de serviços à comunidade.', 'Está no inciso II.'],
        ['comparecimento a programa educativo.', 'Está no inciso III.'],
        ['detenção de seis meses a dois anos.', 'A lei não prevê prisão para essa conduta.'],
      ],
      right: 'D',
    },
    {
      subject,
      topic: 'Legislação especial',
      questionText: 'Pela Lei nº 13.869/2019, só há crime de abuso de autoridade quando o agente atua:',
      comment:
        'Art. 1º, § 1º: exige-se a finalidade específica de prejudicar outrem, de beneficiar a si mesmo ou a terceiro, ou mero capricho ou satisfação pessoal.',
      options: [
        ['com culpa, por imprudência.', 'Não há forma culposa na lei.'],
        [
          'com a finalidade específica que a lei descreve.',
          'Prejudicar outrem, beneficiar a si ou a terceiro, ou agir por mero capricho ou satisfação pessoal.',
        ],
        ['contra autoridade superior.', 'A vítima não precisa ser superior do agente.'],
        ['fora do exercício da função.', 'O crime é cometido no exercício da função ou a pretexto de exercê-la.'],
        ['por divergência na interpretação da lei.', 'A divergência não configura, por si só, abuso (art. 1º, § 2º).'],
      ],
      right: 'B',
    },
  ],
};
