import type { SampleQuestion } from './sample-question.ts';

const subject = 'Direito Penal';

export const criminalQuestions: SampleQuestion[] = [
  {
    subject,
    topic: 'Excludentes de ilicitude',
    questionText:
      'Durante um assalto, Marcos, usando moderadamente dos meios necessários, repele agressão injusta e atual contra a própria vida e fere o agressor. Marcos agiu em:',
    comment:
      'Art. 25 do Código Penal: repelir injusta agressão, atual ou iminente, a direito seu ou de outrem, usando moderadamente dos meios necessários.',
    options: [
      [
        'Estado de necessidade.',
        'Pressupõe perigo atual e sacrifício de um bem, não reação a uma agressão humana injusta (art. 24).',
      ],
      [
        'Estrito cumprimento do dever legal.',
        'Exige dever imposto por lei ao agente, como o do policial que prende em flagrante.',
      ],
      ['Exercício regular de direito.', 'É a prática do que a lei permite, como na intervenção médica consentida.'],
      ['Coação moral irresistível.', 'Exclui a culpabilidade, não a ilicitude (art. 22).'],
      ['Legítima defesa.', 'Todos os requisitos do art. 25 estão presentes.'],
    ],
    right: 'E',
  },
  {
    subject,
    topic: 'Teoria do crime',
    questionText:
      'Com intenção de matar, João dispara contra um desafeto e foge, certo de que o atingiu mortalmente. A vítima é socorrida por vizinhos e sobrevive. O homicídio é:',
    comment:
      'Art. 14, II, do Código Penal: iniciada a execução, o crime não se consuma por circunstâncias alheias à vontade do agente.',
    options: [
      ['Consumado, porque houve intenção de matar.', 'Sem o resultado morte, o homicídio não se consuma.'],
      [
        'Tentado, porque a morte não ocorreu por circunstâncias alheias à vontade do agente.',
        'Foi o socorro dos vizinhos que impediu o resultado.',
      ],
      [
        'Caso de desistência voluntária.',
        'João não desistiu de prosseguir: terminou a execução e fugiu (art. 15, primeira parte).',
      ],
      ['Caso de arrependimento eficaz.', 'Não foi João quem impediu o resultado (art. 15, segunda parte).'],
      ['Crime impossível.', 'O meio era eficaz e o objeto, próprio (art. 17).'],
    ],
    right: 'B',
  },
  {
    subject,
    topic: 'Crimes contra a Administração',
    questionText:
      'O funcionário público que se apropria de dinheiro de que tem a posse em razão do cargo, em proveito próprio, comete:',
    comment: 'Art. 312 do Código Penal, na modalidade peculato-apropriação.',
    options: [
      ['Concussão.', 'É exigir vantagem indevida em razão da função (art. 316).'],
      [
        'Corrupção passiva.',
        'É solicitar, receber ou aceitar promessa de vantagem indevida em razão da função (art. 317).',
      ],
      ['Peculato.', 'Há posse lícita em razão do cargo e apropriação posterior.'],
      [
        'Prevaricação.',
        'É retardar ou deixar de praticar ato de ofício para satisfazer interesse ou sentimento pessoal (art. 319).',
      ],
      ['Furto.', 'No furto não há posse prévia do bem em razão do cargo (art. 155).'],
    ],
    right: 'C',
  },
  {
    subject,
    topic: 'Crimes contra o patrimônio',
    questionText: 'Quem subtrai coisa móvel alheia, para si, mediante grave ameaça à pessoa, pratica:',
    comment: 'Art. 157 do Código Penal. A violência ou a grave ameaça é o que distingue o roubo do furto.',
    options: [
      ['Furto.', 'No furto não há violência nem grave ameaça à pessoa (art. 155).'],
      ['Roubo.', 'Subtração com violência ou grave ameaça.'],
      ['Extorsão.', 'O agente constrange a vítima a fazer ou deixar que se faça algo, para obter vantagem (art. 158).'],
      ['Apropriação indébita.', 'O agente já tem a posse ou a detenção da coisa (art. 168).'],
      ['Estelionato.', 'A vantagem é obtida por fraude, não por ameaça (art. 171).'],
    ],
    right: 'B',
  },
  {
    subject,
    topic: 'Teoria do crime',
    questionText: 'Quanto à imputabilidade por idade, a Constituição Federal e o Código Penal estabelecem que:',
    comment: 'Art. 228 da Constituição e art. 27 do Código Penal: critério puramente biológico, sem exceções.',
    options: [
      [
        'Os menores de dezoito anos são penalmente inimputáveis, sujeitos às normas da legislação especial.',
        'A legislação especial é o Estatuto da Criança e do Adolescente.',
      ],
      [
        'Os menores de dezesseis anos são inimputáveis; entre dezesseis e dezoito, a pena é reduzida.',
        'Não há imputabilidade penal antes dos dezoito anos.',
      ],
      [
        'Os menores de vinte e um anos são inimputáveis.',
        'Entre dezoito e vinte e um há imputabilidade; a idade apenas atenua a pena e reduz a prescrição.',
      ],
      [
        'Os menores de dezoito anos são imputáveis nos crimes hediondos.',
        'A gravidade do fato não altera o critério etário.',
      ],
      [
        'A imputabilidade do menor de dezoito anos depende de perícia psicológica.',
        'O critério é biológico: basta a idade.',
      ],
    ],
    right: 'A',
  },
];
