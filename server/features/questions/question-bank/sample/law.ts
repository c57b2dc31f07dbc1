import type { BankSample } from './bank-sample.ts';

export const constitutional: BankSample[] = [
  {
    topic: 'Direitos sociais',
    difficulty: 'easy',
    format: 'html',
    questionText:
      '<p>Considere:</p><ol><li><p>educação</p></li><li><p>moradia</p></li><li><p>transporte</p></li></ol><p>Segundo o art. 6º da Constituição Federal, são direitos sociais:</p>',
    comment:
      '<p>O art. 6º lista, entre outros, a educação, a saúde, a alimentação, o trabalho, a <strong>moradia</strong>, o <strong>transporte</strong>, o lazer e a segurança.</p>',
    options: [
      ['<p>apenas o item 1.</p>', '<p>Moradia e transporte também estão no artigo.</p>'],
      ['<p>apenas os itens 1 e 2.</p>', '<p>O transporte foi incluído pela Emenda Constitucional nº 90.</p>'],
      ['<p>apenas os itens 2 e 3.</p>', '<p>A educação é o primeiro direito da lista.</p>'],
      ['<p>os itens 1, 2 e 3.</p>', '<p>Os três constam do art. 6º.</p>'],
    ],
    right: 'D',
  },
  {
    topic: 'Nacionalidade',
    difficulty: 'medium',
    format: 'plain',
    questionText: 'É privativo de brasileiro nato o cargo de:',
    comment:
      'Art. 12, § 3º: Presidente e Vice-Presidente da República, Presidente da Câmara, Presidente do Senado, Ministro do STF, carreira diplomática, oficial das Forças Armadas e Ministro da Defesa.',
    options: [
      ['Senador da República.', 'Só a presidência do Senado é privativa de brasileiro nato.'],
      ['Governador de Estado.', 'Não consta do art. 12, § 3º.'],
      ['Ministro do Superior Tribunal de Justiça.', 'A exigência alcança os Ministros do STF.'],
      ['Oficial das Forças Armadas.', 'Art. 12, § 3º, VI.'],
      ['Deputado Federal.', 'Só a presidência da Câmara é privativa de brasileiro nato.'],
    ],
    right: 'D',
  },
  {
    topic: 'Direitos e garantias',
    difficulty: 'medium',
    format: 'plain',
    questionText:
      'Sobre o direito de reunião, previsto no art. 5º, XVI, da Constituição Federal, é correto afirmar que:',
    comment:
      'Todos podem reunir-se pacificamente, sem armas, em locais abertos ao público, independentemente de autorização, exigido apenas prévio aviso à autoridade competente.',
    options: [
      ['depende de autorização da autoridade policial.', 'O texto diz “independentemente de autorização”.'],
      ['exige prévio aviso à autoridade competente.', 'É a única exigência formal do inciso.'],
      ['admite o porte de armas de uso permitido.', 'A reunião deve ser sem armas.'],
      ['só pode ser exercido em locais fechados.', 'O inciso trata de locais abertos ao público.'],
      ['pode frustrar outra reunião já convocada para o local.', 'O inciso proíbe frustrar reunião anterior.'],
    ],
    right: 'B',
  },
];

export const criminal: BankSample[] = [
  {
    topic: 'Concurso de pessoas',
    difficulty: 'medium',
    format: 'plain',
    questionText: 'Quem, de qualquer modo, concorre para o crime:',
    comment: 'Art. 29 do Código Penal: incide nas penas a este cominadas, na medida de sua culpabilidade.',
    options: [
      ['responde sempre com a mesma pena do autor.', 'A pena segue a culpabilidade de cada um.'],
      ['incide nas penas a ele cominadas, na medida de sua culpabilidade.', 'É a letra do art. 29.'],
      ['só responde se estiver presente na execução.', 'A lei diz “de qualquer modo”.'],
      ['responde apenas por favorecimento pessoal.', 'O favorecimento pressupõe auxílio depois do crime (art. 348).'],
      [
        'fica isento de pena se a participação for de menor importância.',
        'Nesse caso a pena é diminuída (art. 29, § 1º).',
      ],
    ],
    right: 'B',
  },
  {
    topic: 'Crimes contra o patrimônio',
    difficulty: 'easy',
    format: 'html',
    questionText:
      '<p>Sem que a vítima perceba, alguém retira a carteira da mochila dela no ônibus. <strong>Não há violência nem grave ameaça.</strong> O crime é de:</p>',
    comment:
      '<p>Subtrair coisa alheia móvel, para si ou para outrem, sem violência nem grave ameaça, é furto (art. 155).</p>',
    options: [
      ['<p>roubo.</p>', '<p>Exige violência, grave ameaça ou redução da capacidade de resistência (art. 157).</p>'],
      ['<p>furto.</p>', '<p>É a subtração sem violência nem grave ameaça.</p>'],
      ['<p>estelionato.</p>', '<p>Nele a vítima entrega a coisa, enganada (art. 171).</p>'],
      ['<p>apropriação indébita.</p>', '<p>Pressupõe a posse ou a detenção anterior da coisa (art. 168).</p>'],
    ],
    right: 'B',
  },
];
