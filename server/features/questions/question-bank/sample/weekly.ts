import type { BankSample } from './bank-sample.ts';

/** An item to be judged: what it says, whether that is so, and why. */
const item = (
  topic: string,
  difficulty: BankSample['difficulty'],
  questionText: string,
  isRight: boolean,
  comment: string,
): BankSample => ({
  topic,
  difficulty,
  format: 'plain',
  questionText,
  comment,
  options: [
    ['Certo', ''],
    ['Errado', ''],
  ],
  right: isRight ? 'A' : 'B',
});

/** Items that only the weekly simulado draws from: no student sees one before its Saturday. */
export const weeklyItems: Record<string, BankSample[]> = {
  Português: [
    item(
      'Regência e crase',
      'easy',
      'Em “Os candidatos chegaram à sala antes das oito”, o acento indicativo de crase é obrigatório.',
      true,
      'Quem chega, chega a; “sala” admite o artigo “a”. A preposição e o artigo se fundem.',
    ),
    item(
      'Concordância',
      'medium',
      'Está correta a concordância em “Fazem dois anos que o edital saiu”.',
      false,
      'O verbo “fazer”, quando indica tempo decorrido, é impessoal: “Faz dois anos que o edital saiu”.',
    ),
    item(
      'Pontuação',
      'medium',
      'Em “Os soldados, cansados da marcha pararam”, a pontuação está correta.',
      false,
      'A expressão intercalada pede duas vírgulas: “Os soldados, cansados da marcha, pararam”.',
    ),
    item(
      'Acentuação',
      'easy',
      'As palavras “médico”, “lâmpada” e “público” são acentuadas pela mesma regra.',
      true,
      'As três são proparoxítonas, e toda proparoxítona é acentuada.',
    ),
  ],
  'Raciocínio Lógico': [
    item(
      'Proposições e conectivos',
      'medium',
      'A negação de “Todo policial é atento” é “Nenhum policial é atento”.',
      false,
      'Nega-se o “todo” com um que não seja: “Algum policial não é atento”.',
    ),
    item(
      'Tabelas-verdade',
      'medium',
      'A proposição “Se P, então Q” só é falsa quando P é verdadeira e Q é falsa.',
      true,
      'É a única linha falsa da tabela-verdade da condicional.',
    ),
    item(
      'Porcentagem',
      'easy',
      'Um valor que aumenta 20% e, em seguida, diminui 20% volta a ser o que era.',
      false,
      'Multiplica-se por 1,2 e por 0,8: sobram 0,96, ou seja, 4% a menos.',
    ),
    item(
      'Contagem',
      'easy',
      'Com os algarismos 1, 2, 3 e 4, sem repetir nenhum, formam-se 24 números de quatro algarismos.',
      true,
      'São as permutações de quatro elementos: 4 × 3 × 2 × 1 = 24.',
    ),
  ],
  'Direito Constitucional': [
    item(
      'Direitos e garantias',
      'easy',
      'Segundo a Constituição Federal, ninguém será submetido a tortura nem a tratamento desumano ou degradante.',
      true,
      'É o texto do art. 5º, III.',
    ),
    item(
      'Segurança pública',
      'medium',
      'Às polícias militares cabem a polícia ostensiva e a preservação da ordem pública.',
      true,
      'Art. 144, § 5º, da Constituição Federal.',
    ),
    item(
      'Nacionalidade',
      'medium',
      'O cargo de Ministro do Supremo Tribunal Federal pode ser ocupado por brasileiro naturalizado.',
      false,
      'É privativo de brasileiro nato (art. 12, § 3º, IV).',
    ),
    item(
      'Direitos e garantias',
      'hard',
      'Durante o dia, a casa de alguém só pode ser invadida sem consentimento por determinação judicial.',
      false,
      'Também em caso de flagrante delito, de desastre ou para prestar socorro, a qualquer hora (art. 5º, XI).',
    ),
  ],
  'Direito Penal': [
    item(
      'Excludentes de ilicitude',
      'easy',
      'Não há crime quando o agente pratica o fato em legítima defesa.',
      true,
      'Art. 23, II, do Código Penal.',
    ),
    item(
      'Teoria do crime',
      'medium',
      'Diz-se o crime tentado quando, iniciada a execução, não se consuma por circunstâncias alheias à vontade do agente.',
      true,
      'É o texto do art. 14, II, do Código Penal.',
    ),
    item(
      'Crimes contra o patrimônio',
      'easy',
      'Subtrair coisa alheia móvel mediante grave ameaça é furto qualificado.',
      false,
      'Com violência ou grave ameaça o crime é de roubo (art. 157 do Código Penal).',
    ),
    item(
      'Crimes contra a Administração',
      'hard',
      'O funcionário que exige vantagem indevida em razão da função pratica corrupção passiva.',
      false,
      'Quem exige pratica concussão (art. 316); solicitar ou receber é que é corrupção passiva (art. 317).',
    ),
  ],
  'História do Brasil': [
    item(
      'Independência',
      'easy',
      'A vinda da família real portuguesa para o Brasil, em 1808, foi seguida da abertura dos portos às nações amigas.',
      true,
      'O decreto da abertura dos portos é de 28 de janeiro de 1808.',
    ),
    item(
      'República Velha',
      'medium',
      'A Revolta da Vacina, de 1904, ocorreu na cidade de São Paulo.',
      false,
      'Foi no Rio de Janeiro, então capital da República.',
    ),
    item(
      'Era Vargas',
      'medium',
      'O Estado Novo teve início em 1937, com a outorga de uma nova Constituição.',
      true,
      'Getúlio Vargas fechou o Congresso e outorgou a Constituição de 1937.',
    ),
    item(
      'Regime militar e redemocratização',
      'medium',
      'O Ato Institucional nº 5 foi editado no mesmo ano do golpe de 1964.',
      false,
      'O AI-5 é de 13 de dezembro de 1968.',
    ),
  ],
};
