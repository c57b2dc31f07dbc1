/** Real lessons for a first look: five subjects, in the order in which a candidate would study them. */
export const sampleSubjects: readonly {
  subject: string;
  lessons: readonly { title: string; topic: string; file: string }[];
}[] = [
  {
    subject: 'Português',
    lessons: [
      {
        title: 'Interpretação de texto: prove com uma linha',
        topic: 'Interpretação de texto',
        file: 'portugues/interpretacao.html',
      },
      { title: 'Crase: quando usar', topic: 'Regência e crase', file: 'portugues/crase.html' },
      {
        title: 'Concordância verbal: os casos que mais caem',
        topic: 'Concordância',
        file: 'portugues/concordancia-verbal.html',
      },
      { title: 'Vírgula: a estrutura, não a respiração', topic: 'Pontuação', file: 'portugues/virgula.html' },
    ],
  },
  {
    subject: 'Direito Constitucional',
    lessons: [
      {
        title: 'Artigo 5º: os incisos da prova policial',
        topic: 'Direitos e garantias',
        file: 'constitucional/direitos-individuais.html',
      },
      {
        title: 'Artigo 37: princípios da Administração Pública',
        topic: 'Administração Pública',
        file: 'constitucional/administracao-publica.html',
      },
      { title: 'Artigo 144: segurança pública', topic: 'Segurança pública', file: 'constitucional/artigo-144.html' },
    ],
  },
  {
    subject: 'Direito Penal',
    lessons: [
      { title: 'O conceito de crime', topic: 'Teoria do crime', file: 'penal/crime-conceito.html' },
      {
        title: 'Legítima defesa e outras excludentes',
        topic: 'Excludentes de ilicitude',
        file: 'penal/excludentes.html',
      },
      {
        title: 'Crimes contra a Administração Pública',
        topic: 'Crimes contra a Administração',
        file: 'penal/crimes-administracao.html',
      },
    ],
  },
  {
    subject: 'Raciocínio Lógico',
    lessons: [
      { title: 'Proposições e conectivos', topic: 'Proposições e conectivos', file: 'raciocinio/proposicoes.html' },
      { title: 'Regra de três e porcentagem', topic: 'Porcentagem', file: 'raciocinio/regra-de-tres.html' },
      { title: 'Sequências, ciclos e padrões', topic: 'Sequências', file: 'raciocinio/sequencias.html' },
    ],
  },
  {
    subject: 'História do Brasil',
    lessons: [
      { title: 'A República Velha em uma página', topic: 'República Velha', file: 'historia/republica-velha.html' },
      { title: 'Era Vargas: três fases', topic: 'Era Vargas', file: 'historia/era-vargas.html' },
      {
        title: 'Do regime militar à Constituição de 1988',
        topic: 'Regime militar e redemocratização',
        file: 'historia/ditadura-redemocratizacao.html',
      },
    ],
  },
];
