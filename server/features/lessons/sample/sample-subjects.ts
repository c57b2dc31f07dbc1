/** Real lessons for a first look: five subjects, in the order in which a candidate would study them. */
export const sampleSubjects: readonly { subject: string; lessons: readonly { title: string; file: string }[] }[] = [
  {
    subject: 'Português',
    lessons: [
      { title: 'Interpretação de texto: prove com uma linha', file: 'portugues/interpretacao.html' },
      { title: 'Crase: quando usar', file: 'portugues/crase.html' },
      { title: 'Concordância verbal: os casos que mais caem', file: 'portugues/concordancia-verbal.html' },
      { title: 'Vírgula: a estrutura, não a respiração', file: 'portugues/virgula.html' },
    ],
  },
  {
    subject: 'Direito Constitucional',
    lessons: [
      { title: 'Artigo 5º: os incisos da prova policial', file: 'constitucional/direitos-individuais.html' },
      { title: 'Artigo 37: princípios da Administração Pública', file: 'constitucional/administracao-publica.html' },
      { title: 'Artigo 144: segurança pública', file: 'constitucional/artigo-144.html' },
    ],
  },
  {
    subject: 'Direito Penal',
    lessons: [
      { title: 'O conceito de crime', file: 'penal/crime-conceito.html' },
      { title: 'Legítima defesa e outras excludentes', file: 'penal/excludentes.html' },
      { title: 'Crimes contra a Administração Pública', file: 'penal/crimes-administracao.html' },
    ],
  },
  {
    subject: 'Raciocínio Lógico',
    lessons: [
      { title: 'Proposições e conectivos', file: 'raciocinio/proposicoes.html' },
      { title: 'Regra de três e porcentagem', file: 'raciocinio/regra-de-tres.html' },
      { title: 'Sequências, ciclos e padrões', file: 'raciocinio/sequencias.html' },
    ],
  },
  {
    subject: 'História do Brasil',
    lessons: [
      { title: 'A República Velha em uma página', file: 'historia/republica-velha.html' },
      { title: 'Era Vargas: três fases', file: 'historia/era-vargas.html' },
      { title: 'Do regime militar à Constituição de 1988', file: 'historia/ditadura-redemocratizacao.html' },
    ],
  },
];
