import type { SampleQuestion } from './sample-question.ts';

const subject = 'Português';

export const portugueseQuestions: SampleQuestion[] = [
  {
    subject,
    topic: 'Concordância',
    questionText: 'Assinale a alternativa em que a concordância verbal está de acordo com a norma-padrão.',
    comment:
      'Verbos impessoais (haver no sentido de existir, fazer indicando tempo) ficam na terceira pessoa do singular. Já existir é pessoal: concorda com o sujeito, e o auxiliar o acompanha.',
    options: [
      [
        'Fazem dez anos que ele prestou o último concurso.',
        'Fazer, indicando tempo decorrido, é impessoal: “Faz dez anos”.',
      ],
      [
        'Houveram muitos inscritos na prova do último domingo.',
        'Haver, no sentido de existir, é impessoal: “Houve muitos inscritos”.',
      ],
      [
        'Devem existir vagas suficientes para todos os aprovados.',
        'Existir tem sujeito (“vagas suficientes”), e o auxiliar dever vai para o plural com ele.',
      ],
      [
        'Mais de um candidato deixaram a prova em branco.',
        'Com “mais de um”, o verbo concorda com o numeral: “deixou”.',
      ],
      [
        'Precisam-se de voluntários para a organização do evento.',
        'O “se” indetermina o sujeito de verbo transitivo indireto: “Precisa-se de voluntários”.',
      ],
    ],
    right: 'C',
  },
  {
    subject,
    topic: 'Regência e crase',
    questionText: 'Em qual alternativa o acento indicativo de crase foi empregado corretamente?',
    comment:
      'A crase é a fusão da preposição a com o artigo feminino a(s). Se o termo regente não pede preposição ou o termo seguinte não aceita artigo, não há crase.',
    options: [
      [
        'O candidato começou à estudar antes da publicação do edital.',
        'Não há crase antes de verbo: verbo não admite artigo.',
      ],
      [
        'A tropa chegou à uma cidade vizinha ao anoitecer.',
        'Antes de artigo indefinido não há outro artigo para a fusão: “a uma cidade”.',
      ],
      [
        'Todos obedeceram às ordens do comandante.',
        'Obedecer pede a preposição a, e “ordens” está com o artigo as: a + as = às.',
      ],
      ['Os documentos foram entregues à ela pessoalmente.', 'Pronomes pessoais não admitem artigo: “a ela”.'],
      [
        'Os finalistas ficaram frente à frente na entrevista.',
        'Entre palavras repetidas há só preposição: “frente a frente”.',
      ],
    ],
    right: 'C',
  },
  {
    subject,
    topic: 'Regência e crase',
    questionText: 'Quanto à regência verbal, está de acordo com a norma-padrão a alternativa:',
    comment:
      'O sentido do verbo decide a regência: aspirar no sentido de desejar é transitivo indireto e pede a preposição a.',
    options: [
      [
        'O soldado assistiu o desfile da arquibancada.',
        'Assistir, no sentido de ver, pede a preposição a: “assistiu ao desfile”.',
      ],
      [
        'Prefiro estudar de manhã do que estudar à noite.',
        'Prefere-se uma coisa a outra: “prefiro estudar de manhã a estudar à noite”.',
      ],
      [
        'A decisão da banca implicou na mudança do edital.',
        'No sentido de acarretar, implicar é transitivo direto: “implicou a mudança”.',
      ],
      ['Os candidatos aspiram a uma vaga na corporação.', 'Aspirar, no sentido de desejar, pede a preposição a.'],
      [
        'Esqueci do documento de identidade em casa.',
        'Ou “esqueci o documento”, ou “esqueci-me do documento”: a preposição acompanha a forma pronominal.',
      ],
    ],
    right: 'D',
  },
  {
    subject,
    topic: 'Pontuação',
    questionText: 'Assinale a alternativa em que a pontuação está correta.',
    comment:
      'A vírgula não separa o sujeito do verbo, nem o verbo do complemento. A oração subordinada adverbial que vem antes da principal é separada por vírgula.',
    options: [
      [
        'Os candidatos aprovados, devem apresentar os documentos até sexta-feira.',
        'A vírgula separa o sujeito do verbo.',
      ],
      [
        'O edital que saiu ontem, traz novas regras para o teste físico.',
        'Também aqui a vírgula separa o sujeito, com sua oração restritiva, do verbo.',
      ],
      [
        'Embora a prova fosse longa, a maioria dos inscritos terminou no prazo.',
        'A oração concessiva anteposta é separada por vírgula.',
      ],
      [
        'A comissão informou, que os recursos serão analisados em dez dias.',
        'A vírgula separa o verbo do seu objeto direto oracional.',
      ],
      [
        'Ela estudou muito mas, não teve tempo de revisar.',
        'A vírgula vem antes da conjunção adversativa, não depois dela.',
      ],
    ],
    right: 'C',
  },
  {
    subject,
    topic: 'Morfossintaxe',
    questionText:
      '“Estudou durante meses; não obteve, porém, a nota mínima.”\n\nSem prejuízo do sentido, o termo “porém” pode ser substituído por:',
    comment: '“Porém” introduz oposição. Entre as opções, só “todavia” é conjunção adversativa.',
    options: [
      ['portanto', 'Indica conclusão.'],
      ['todavia', 'É adversativa, como porém, contudo, entretanto e no entanto.'],
      ['porquanto', 'Indica causa ou explicação; equivale a “porque”.'],
      ['logo', 'Como conjunção, indica conclusão.'],
      ['ademais', 'Acrescenta uma informação; não a opõe.'],
    ],
    right: 'B',
  },
  {
    subject,
    topic: 'Acentuação',
    questionText: 'Assinale a alternativa em que todas as palavras são acentuadas em razão da mesma regra.',
    comment: 'Todas as proparoxítonas são acentuadas, sem exceção: é a regra mais simples da acentuação.',
    options: [
      ['público, lâmpada, médico', 'As três são proparoxítonas.'],
      ['café, útil, herói', 'Oxítona em -e, paroxítona em -l e oxítona em ditongo aberto: três regras.'],
      ['saúde, fácil, órgão', 'Hiato, paroxítona em -l e paroxítona em ditongo: três regras.'],
      ['também, vírus, país', 'Oxítona em -em, paroxítona em -us e hiato: três regras.'],
      ['três, cipó, táxi', 'Monossílabo tônico, oxítona em -o e paroxítona em -i: três regras.'],
    ],
    right: 'A',
  },
  {
    subject,
    topic: 'Morfossintaxe',
    questionText:
      '“A banca divulgará o resultado na sexta-feira.”\n\nNa voz passiva analítica, com o mesmo tempo verbal, a frase fica:',
    comment:
      'Na passiva analítica, o verbo ser toma o tempo do verbo da ativa (futuro do presente) e o verbo principal vai para o particípio.',
    options: [
      ['O resultado é divulgado pela banca na sexta-feira.', 'O verbo ser está no presente, e a ativa está no futuro.'],
      [
        'O resultado será divulgado pela banca na sexta-feira.',
        'Ser no futuro do presente + particípio + agente da passiva.',
      ],
      ['O resultado foi divulgado pela banca na sexta-feira.', 'O verbo ser está no pretérito perfeito.'],
      ['Divulgar-se-á o resultado na sexta-feira.', 'É passiva, mas sintética, com o pronome apassivador se.'],
      [
        'O resultado terá sido divulgado pela banca na sexta-feira.',
        'É o futuro do presente composto: outro tempo verbal.',
      ],
    ],
    right: 'B',
  },
];
