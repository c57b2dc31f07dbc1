import type { SampleQuestion } from './sample-question.ts';

const subject = 'Direito Constitucional';

export const constitutionalQuestions: SampleQuestion[] = [
  {
    subject,
    topic: 'Segurança pública',
    questionText:
      'Nos termos do art. 144 da Constituição Federal, a segurança pública é exercida para a preservação da ordem pública e da incolumidade das pessoas e do patrimônio. Às polícias militares cabem:',
    comment: 'Art. 144, § 5º: às polícias militares cabem a polícia ostensiva e a preservação da ordem pública.',
    options: [
      ['A apuração de infrações penais, exceto as militares.', 'É atribuição das polícias civis (art. 144, § 4º).'],
      ['A polícia ostensiva e a preservação da ordem pública.', 'É a letra do art. 144, § 5º.'],
      ['O patrulhamento ostensivo das rodovias federais.', 'Cabe à polícia rodoviária federal (art. 144, § 2º).'],
      [
        'As funções de polícia judiciária da União, com exclusividade.',
        'Cabem à polícia federal (art. 144, § 1º, IV).',
      ],
      ['A execução de atividades de defesa civil.', 'Incumbe aos corpos de bombeiros militares (art. 144, § 5º).'],
    ],
    right: 'B',
  },
  {
    subject,
    topic: 'Direitos e garantias',
    questionText:
      'A casa é asilo inviolável do indivíduo, ninguém nela podendo penetrar sem consentimento do morador, salvo:',
    comment:
      'Art. 5º, XI: flagrante delito, desastre e prestação de socorro autorizam a entrada a qualquer hora; a determinação judicial, apenas durante o dia.',
    options: [
      [
        'Por determinação judicial, a qualquer hora do dia ou da noite.',
        'A determinação judicial só autoriza a entrada durante o dia.',
      ],
      ['Durante o dia, por determinação da autoridade policial.', 'A ordem precisa ser judicial.'],
      ['Em caso de flagrante delito, desde que durante o dia.', 'No flagrante, a entrada é permitida a qualquer hora.'],
      [
        'Por requisição do Ministério Público, durante o dia.',
        'O Ministério Público não pode ordenar a entrada: a reserva é de jurisdição.',
      ],
      [
        'Em caso de flagrante delito ou desastre, ou para prestar socorro, ou, durante o dia, por determinação judicial.',
        'É a letra do art. 5º, XI.',
      ],
    ],
    right: 'E',
  },
  {
    subject,
    topic: 'Direitos e garantias',
    questionText:
      'Quem sofre ou se acha ameaçado de sofrer violência ou coação em sua liberdade de locomoção, por ilegalidade ou abuso de poder, deve valer-se de:',
    comment: 'Art. 5º, LXVIII: o habeas corpus protege a liberdade de ir, vir e permanecer.',
    options: [
      ['Habeas corpus.', 'É o remédio da liberdade de locomoção.'],
      [
        'Habeas data.',
        'Assegura acesso a informações pessoais em registros públicos, ou sua retificação (art. 5º, LXXII).',
      ],
      [
        'Mandado de segurança.',
        'Protege direito líquido e certo não amparado por habeas corpus ou habeas data (art. 5º, LXIX).',
      ],
      ['Mandado de injunção.', 'Serve à falta de norma regulamentadora que torne inviável um direito (art. 5º, LXXI).'],
      [
        'Ação popular.',
        'Visa anular ato lesivo ao patrimônio público, à moralidade, ao meio ambiente e ao patrimônio histórico (art. 5º, LXXIII).',
      ],
    ],
    right: 'A',
  },
  {
    subject,
    topic: 'Princípios fundamentais',
    questionText: 'Constitui fundamento da República Federativa do Brasil, segundo o art. 1º da Constituição:',
    comment:
      'Fundamentos (art. 1º): soberania, cidadania, dignidade da pessoa humana, valores sociais do trabalho e da livre iniciativa, pluralismo político. Não os confunda com objetivos (art. 3º) e princípios internacionais (art. 4º).',
    options: [
      ['Erradicar a pobreza e a marginalização.', 'É objetivo fundamental (art. 3º, III).'],
      ['A independência nacional.', 'É princípio das relações internacionais (art. 4º, I).'],
      ['A dignidade da pessoa humana.', 'Art. 1º, III.'],
      ['A defesa da paz.', 'É princípio das relações internacionais (art. 4º, VI).'],
      ['Construir uma sociedade livre, justa e solidária.', 'É objetivo fundamental (art. 3º, I).'],
    ],
    right: 'C',
  },
  {
    subject,
    topic: 'Segurança pública',
    questionText: 'De acordo com a Constituição Federal, quanto aos militares dos Estados, é correto afirmar que:',
    comment: 'Art. 142, § 3º, IV, aplicável aos militares dos Estados por força do art. 42, § 1º.',
    options: [
      ['Podem sindicalizar-se, vedada apenas a greve.', 'As duas são proibidas (art. 142, § 3º, IV).'],
      ['Podem fazer greve, mantido o mínimo de trinta por cento do efetivo.', 'A greve é proibida, sem exceção.'],
      [
        'Podem filiar-se a partido político enquanto em serviço ativo.',
        'A filiação é vedada durante o serviço ativo (art. 142, § 3º, V).',
      ],
      ['São-lhes proibidas a sindicalização e a greve.', 'É a letra do art. 142, § 3º, IV.'],
      [
        'Cabe habeas corpus contra qualquer punição disciplinar, inclusive quanto ao mérito.',
        'Não cabe habeas corpus em relação a punições disciplinares militares (art. 142, § 2º).',
      ],
    ],
    right: 'D',
  },
  {
    subject,
    topic: 'Direitos e garantias',
    questionText: 'Segundo o art. 5º, LXI, da Constituição, ninguém será preso senão:',
    comment:
      'A regra é o flagrante ou a ordem judicial escrita e fundamentada; a própria Constituição ressalva a transgressão militar e o crime propriamente militar, definidos em lei.',
    options: [
      [
        'Em flagrante delito ou por ordem escrita da autoridade policial.',
        'A ordem precisa vir de autoridade judiciária.',
      ],
      [
        'Em flagrante delito ou por ordem escrita e fundamentada de autoridade judiciária competente, salvo nos casos de transgressão militar ou crime propriamente militar, definidos em lei.',
        'É a letra do inciso.',
      ],
      [
        'Por sentença penal condenatória transitada em julgado, sem exceção.',
        'Existem prisões antes da condenação: o flagrante e as prisões cautelares.',
      ],
      [
        'Em flagrante delito, ainda que a ordem judicial seja apenas verbal.',
        'A ordem judicial deve ser escrita e fundamentada.',
      ],
      [
        'Por ordem do Ministério Público, nos crimes hediondos.',
        'O Ministério Público requer a prisão; quem a decreta é o juiz.',
      ],
    ],
    right: 'B',
  },
  {
    subject,
    topic: 'Administração Pública',
    questionText: 'São princípios expressos no caput do art. 37 da Constituição Federal:',
    comment: 'Legalidade, impessoalidade, moralidade, publicidade e eficiência: as iniciais formam LIMPE.',
    options: [
      [
        'Legalidade, impessoalidade, moralidade, publicidade e eficiência.',
        'São os cinco do caput; a eficiência veio com a Emenda 19/1998.',
      ],
      [
        'Legalidade, impessoalidade, moralidade, publicidade e proporcionalidade.',
        'A proporcionalidade é princípio implícito.',
      ],
      [
        'Legalidade, isonomia, motivação, publicidade e eficiência.',
        'Isonomia e motivação não estão no caput do art. 37.',
      ],
      [
        'Legalidade, finalidade, moralidade, publicidade e economicidade.',
        'Finalidade e economicidade não estão no caput do art. 37.',
      ],
      [
        'Razoabilidade, impessoalidade, moralidade, publicidade e eficiência.',
        'A razoabilidade é princípio implícito.',
      ],
    ],
    right: 'A',
  },
];
