import type { SampleQuestion } from './sample-question.ts';

const subject = 'História do Brasil';

export const historyQuestions: SampleQuestion[] = [
  {
    subject,
    topic: 'Império',
    questionText: 'A lei que aboliu a escravidão no Brasil, em 13 de maio de 1888, é conhecida como:',
    comment: 'A Lei Áurea (Lei nº 3.353, de 1888) foi sancionada pela Princesa Isabel, então regente do Império.',
    options: [
      [
        'Lei do Ventre Livre.',
        'É de 1871: declarou livres os filhos de mulheres escravizadas nascidos dali em diante.',
      ],
      ['Lei dos Sexagenários.', 'É de 1885: tratou dos escravizados com 60 anos ou mais.'],
      ['Lei Áurea.', 'Tem só dois artigos e extinguiu a escravidão.'],
      ['Lei Eusébio de Queirós.', 'É de 1850: proibiu o tráfico de africanos escravizados para o Brasil.'],
      ['Lei de Terras.', 'É de 1850: a compra passou a ser o meio de adquirir terras devolutas.'],
    ],
    right: 'C',
  },
  {
    subject,
    topic: 'República Velha',
    questionText: 'Na Primeira República, a expressão “política do café com leite” designa:',
    comment:
      'São Paulo, grande produtor de café, e Minas Gerais, de eleitorado numeroso, articulavam-se para indicar o presidente da República.',
    options: [
      [
        'o predomínio de São Paulo e Minas Gerais na escolha dos presidentes.',
        'Era a aliança das duas oligarquias mais fortes.',
      ],
      ['a substituição do café pela pecuária leiteira.', 'O café seguiu como principal produto de exportação.'],
      ['o acordo entre governadores e coronéis do Nordeste.', 'Descreve outra engrenagem, o coronelismo.'],
      ['o programa de subsídio aos alimentos básicos.', 'Não existiu tal programa no período.'],
      ['a aliança entre militares e imigrantes.', 'Não houve aliança desse tipo.'],
    ],
    right: 'A',
  },
  {
    subject,
    topic: 'República Velha',
    questionText: 'A Revolta da Vacina, em 1904, no Rio de Janeiro, teve como estopim:',
    comment:
      'A lei da vacinação obrigatória contra a varíola somou-se ao descontentamento com as demolições da reforma urbana.',
    options: [
      ['a falta de vacinas nos postos de saúde.', 'O protesto era contra a obrigatoriedade, não contra a falta.'],
      ['a obrigatoriedade da vacina contra a varíola.', 'Foi defendida por Oswaldo Cruz no governo Rodrigues Alves.'],
      ['o alistamento militar obrigatório.', 'O serviço militar obrigatório veio depois, em 1908.'],
      ['a proibição dos cortiços pela Constituição.', 'As demolições vieram da reforma urbana, não da Constituição.'],
      ['os castigos físicos na Marinha.', 'Foram a causa da Revolta da Chibata, em 1910.'],
    ],
    right: 'B',
  },
  {
    subject,
    topic: 'Era Vargas',
    questionText: 'O movimento que levou Getúlio Vargas ao poder, em 1930:',
    comment:
      'A Aliança Liberal, derrotada na eleição, depôs Washington Luís semanas antes do fim do mandato e impediu a posse de Júlio Prestes.',
    options: [
      ['resultou de eleição direta vencida por Vargas.', 'Vargas perdeu a eleição de março de 1930.'],
      ['foi convocado por plebiscito popular.', 'Não houve plebiscito.'],
      ['instituiu de imediato o Estado Novo.', 'O Estado Novo só veio em 1937.'],
      ['depôs o presidente Artur Bernardes.', 'O mandato de Bernardes terminou em 1926.'],
      ['impediu a posse do presidente eleito, Júlio Prestes.', 'Foi o desfecho da Revolução de 1930.'],
    ],
    right: 'E',
  },
  {
    subject,
    topic: 'Era Vargas',
    questionText: 'A Constituição de 1934, que encerrou o Governo Provisório de Vargas, trouxe como novidade:',
    comment:
      'O voto secreto e o voto feminino, já previstos no Código Eleitoral de 1932, ganharam força constitucional em 1934.',
    options: [
      ['o voto censitário.', 'O critério de renda é do Império.'],
      ['o Poder Moderador.', 'Existiu na Constituição de 1824.'],
      ['a eleição indireta para vereador.', 'Não foi prevista.'],
      ['o voto secreto e o voto feminino.', 'Ambos passaram a constar da Constituição.'],
      ['a extinção da Justiça do Trabalho.', 'Ao contrário, o texto de 1934 a previu.'],
    ],
    right: 'D',
  },
  {
    subject,
    topic: 'Era Vargas',
    questionText: 'A Constituição de 1937, apelidada de “Polaca”, caracterizou-se por ter sido:',
    comment:
      'Outorgada por Vargas em 10 de novembro de 1937, concentrou poderes no Executivo e inaugurou o Estado Novo.',
    options: [
      ['promulgada por Assembleia Constituinte.', 'Não houve Constituinte em 1937.'],
      ['outorgada, com forte centralização no Executivo.', 'Foi imposta com o golpe do Estado Novo.'],
      ['aprovada em plebiscito nacional.', 'O plebiscito previsto no texto nunca aconteceu.'],
      ['a primeira republicana do país.', 'A primeira republicana é a de 1891.'],
      ['a que adotou o parlamentarismo.', 'O parlamentarismo republicano veio por emenda, em 1961.'],
    ],
    right: 'B',
  },
  {
    subject,
    topic: 'Regime militar e redemocratização',
    questionText: 'O Ato Institucional nº 5, de 13 de dezembro de 1968, permitiu, entre outras medidas:',
    comment:
      'O AI-5 autorizou o recesso do Congresso, a cassação de mandatos e suspendeu o habeas corpus nos crimes políticos e contra a segurança nacional.',
    options: [
      ['a anistia dos presos políticos.', 'A Lei da Anistia é de 1979.'],
      ['a eleição direta de governadores.', 'Só voltou em 1982.'],
      ['o pluripartidarismo.', 'Voltou em 1979; vigorava o bipartidarismo desde 1965.'],
      [
        'a suspensão do habeas corpus nos crimes políticos e contra a segurança nacional.',
        'É uma de suas marcas, ao lado da cassação de mandatos.',
      ],
      ['a convocação de Assembleia Constituinte.', 'Foi convocada em 1985 e instalada em 1987.'],
    ],
    right: 'D',
  },
  {
    subject,
    topic: 'Regime militar e redemocratização',
    questionText: 'A campanha das Diretas Já, de 1983 e 1984, defendia a aprovação da emenda:',
    comment:
      'A Emenda Dante de Oliveira não alcançou, na Câmara, em abril de 1984, os dois terços exigidos. Em 1985 o presidente ainda foi escolhido pelo Colégio Eleitoral.',
    options: [
      ['Dante de Oliveira, que restabelecia a eleição direta para presidente.', 'Faltaram 22 votos na Câmara.'],
      ['Ulysses Guimarães, que instituía o parlamentarismo.', 'Ulysses liderou a campanha, mas não deu nome à emenda.'],
      ['Tancredo Neves, que extinguia o bipartidarismo.', 'O bipartidarismo já tinha acabado em 1979.'],
      ['Teotônio Vilela, que concedia anistia.', 'A anistia era lei desde 1979.'],
      ['Afonso Arinos, que criava o Supremo Tribunal Federal.', 'O STF existe, com esse nome, desde a República.'],
    ],
    right: 'A',
  },
  {
    subject,
    topic: 'Regime militar e redemocratização',
    questionText: 'A Lei da Anistia, de agosto de 1979, foi sancionada no governo de:',
    comment: 'Lei nº 6.683, de 28 de agosto de 1979, do governo João Figueiredo, na fase de abertura do regime.',
    options: [
      ['Castelo Branco.', 'Governou de 1964 a 1967.'],
      ['Costa e Silva.', 'Governou de 1967 a 1969.'],
      ['João Figueiredo.', 'Foi o último presidente militar, de 1979 a 1985.'],
      ['Emílio Médici.', 'Governou de 1969 a 1974.'],
      ['José Sarney.', 'Assumiu em 1985, já como presidente civil.'],
    ],
    right: 'C',
  },
  {
    subject,
    topic: 'Regime militar e redemocratização',
    questionText: 'A Constituição Federal de 1988 ficou conhecida como:',
    comment:
      'Promulgada em 5 de outubro de 1988, foi chamada de “Constituição Cidadã” por Ulysses Guimarães, presidente da Constituinte.',
    options: [
      ['Constituição da Mandioca.', 'É o apelido do projeto de 1823, que exigia renda medida em farinha.'],
      ['Constituição Polaca.', 'É a de 1937.'],
      ['Constituição Liberal.', 'Não é o nome pelo qual ficou conhecida.'],
      ['Constituição do Império.', 'É a de 1824.'],
      ['Constituição Cidadã.', 'Pelo extenso rol de direitos e garantias.'],
    ],
    right: 'E',
  },
];
