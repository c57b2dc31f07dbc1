import { type Slot, slot, when } from './slots.tsx';

/**
 * Every word and figure of the landing page, in the order of its sections. This is the operator's marketing copy:
 * static text, to be changed here and nowhere else. Names, contacts and the price come from the configuration.
 */

/** The instalments, and what a school begins with: price, struck price and places are the default offer's. */
export const offer = { fullPriceCents: 69_700, places: 47, installments: 12, installmentPercent: 10 };

export const page = {
  title: `${slot('schoolName')}: preparatório para a Polícia Militar`,
  description:
    'Aulas diretas, mais de 3.000 questões comentadas e simulados toda semana para Soldado e Oficial da Polícia Militar. Um pagamento único e 7 dias de garantia.',
};

export const header = { login: 'Entrar', action: 'Quero minha vaga' };

export const hero = {
  badge: `Vagas limitadas: preço válido para ${slot('places')}`,
  title: slot('schoolSlogan'),
  lead: 'Aulas diretas, questões comentadas e simulados toda semana para Soldado e Oficial da Polícia Militar.',
  claim: '93% dos nossos alunos são aprovados.',
  action: 'Quero minha vaga',
  terms: [`${slot('price')} uma única vez.`, '7 dias de garantia.'],
  trial: 'Experimente antes: uma aula e cinco questões comentadas',
};

export const stats = [
  { figure: '+2.847', label: 'alunos aprovados' },
  { figure: '93%', label: 'taxa de aprovação' },
  { figure: '1º lugar', label: 'no ranking de aprovação' },
  { figure: '24h', label: 'de suporte' },
];

export const benefits = {
  title: 'O que você encontra quando abre a plataforma',
  lead: 'Nada de cem abas e PDFs perdidos. Uma tela que mostra onde você está, como você está indo e o que vem agora.',
  cards: [
    {
      picture: 'question',
      title: 'Mais de 3.000 questões comentadas',
      text: 'Cada alternativa explicada, inclusive por que as erradas estão erradas.',
    },
    {
      picture: 'timer',
      title: 'Simulados semanais',
      text: 'Mesmo tempo e mesmo formato da prova. Caiu a internet? Suas respostas ficam salvas.',
    },
    {
      picture: 'plan',
      title: 'Um plano para cada dia',
      text: 'Você diz quanto tempo tem. A plataforma diz o que estudar hoje, até a data da prova.',
    },
    {
      picture: 'lesson',
      title: 'Aulas que cabem no ônibus',
      text: 'Texto direto, fácil de ler no celular e à noite, sem gastar seu pacote de dados.',
    },
    {
      picture: 'results',
      title: 'Você sabe onde está perdendo pontos',
      text: 'Resultado por matéria, com base nas questões que você respondeu.',
    },
    {
      picture: 'chat',
      title: 'WhatsApp de segunda a sábado',
      text: 'Suporte de gente: você pergunta e um professor responde.',
      has: 'whatsappHelp',
    },
  ],
} as const;

export const testimonials = {
  title: 'Quem já vestiu a farda',
  people: [
    {
      name: 'Camila Nogueira',
      initials: 'CN',
      badge: 'Aprovada, Soldado PM',
      text: 'Eu saía do turno às dez da noite e abria o plano do dia no celular. Não precisava decidir nada, só estudar. Em oito meses eu estava na lista.',
    },
    {
      name: 'Diego Matos',
      initials: 'DM',
      badge: 'Aprovado, Oficial PM',
      text: 'Os comentários das questões valem o curso. Entendi por que eu errava crase havia anos.',
    },
    {
      name: 'Jéssica Prado',
      initials: 'JP',
      badge: 'Aprovada, Soldado PM',
      text: 'Os simulados têm o tempo da prova de verdade. No dia, eu já sabia o meu ritmo.',
    },
  ],
  rating: { score: '4.9/5.0', reviews: 'em +500 avaliações verificadas' },
};

/** Only cards pay so. */
const inInstallments = `ou ${slot('installments')}x de ${slot('installmentPrice')}.`;

export const pricing = {
  title: 'Um preço, até a sua prova',
  lead: 'Acesso a tudo até a data da prova e por mais 3 meses. Sem mensalidade e sem renovação automática.',
  steps: [
    'Você se cadastra em dois minutos.',
    'Paga pelo PIX e envia o comprovante.',
    'Em até 24 horas recebe o e-mail de liberação e começa a estudar.',
  ],
  discount: `${slot('discount')}% de desconto`,
  methods: [
    when('cardAndSlip', `À vista, ${inInstallments} PIX, cartão ou boleto.`),
    when('onlyCard', `À vista, ${inInstallments} PIX ou cartão.`),
    when('onlySlip', 'À vista. PIX ou boleto.'),
    when('onlyPix', 'À vista, pelo PIX.'),
  ].join(''),
  includes: [
    { text: 'Todas as aulas, de Soldado e de Oficial' },
    { text: 'Mais de 3.000 questões comentadas' },
    { text: 'Simulados semanais e resultado por matéria' },
    { text: 'WhatsApp de segunda a sábado', has: 'whatsappHelp' },
    { text: 'Acesso até a prova e por mais 3 meses' },
  ] as { text: string; has?: Slot }[],
  action: 'Garantir minha matrícula',
  guarantee: 'Garantia incondicional de 7 dias: não gostou, devolvemos tudo.',
  scarcity: `Promoção para ${slot('places')}.`,
};

export const faq = {
  title: 'Perguntas de quem está decidindo',
  lead: 'Ficou outra dúvida? Escreva para',
  questions: [
    {
      question: 'Até quando tenho acesso?',
      answer:
        'Até a data da sua prova e por mais 3 meses depois dela. Se o concurso atrasar, o acesso acompanha a nova data.',
    },
    {
      question: 'Como faço o pagamento?',
      answer: [
        'O caminho mais rápido é o PIX: você envia o comprovante pela própria plataforma, nossa equipe confere em até 24 horas e o aviso de liberação chega por e-mail.',
        when('cardAndSlip', ' Para pagar com cartão ou boleto, fale com o suporte antes de concluir a matrícula.'),
        when('onlyCard', ' Para pagar com cartão, fale com o suporte antes de concluir a matrícula.'),
        when('onlySlip', ' Para pagar com boleto, fale com o suporte antes de concluir a matrícula.'),
      ].join(''),
    },
    {
      question: 'E se eu não gostar?',
      answer: 'Você tem 7 dias de garantia incondicional. É só pedir: devolvemos o valor inteiro, sem perguntas.',
    },
    {
      question: 'O curso serve para Soldado e para Oficial?',
      answer:
        'Sim. As aulas são organizadas por matéria e os simulados seguem cada edital. Você escolhe a prova e o plano de estudos se ajusta.',
    },
    {
      question: 'Consigo estudar só pelo celular?',
      answer:
        'Consegue. A plataforma foi feita primeiro para o celular, funciona em aparelhos simples e em internet lenta, e tem tema escuro para estudar à noite.',
    },
  ],
};

/** What a visitor may try before paying; the lesson and the questions come from the server. */
export const trial = {
  title: 'Experimente antes de pagar',
  description: 'Leia uma aula inteira e resolva questões comentadas, como os alunos fazem. Sem cadastro.',
  lead: 'Uma aula inteira e questões comentadas, como os alunos veem. Sem cadastro, e nada sobre você fica guardado.',
  toLesson: 'Ler a aula',
  toQuestions: 'Ir para as questões',
  closed: {
    title: 'A amostra está fechada no momento',
    lead: 'A escola está trocando a aula e as questões abertas a todos. Enquanto isso, veja o que você encontra na plataforma.',
    action: 'Conhecer a plataforma',
  },
  next: { title: 'Todo dia de estudo é assim.', lead: 'Aula direta, questão comentada e o próximo passo na tela.' },
};

export const finalCall = {
  title: 'O próximo amanhecer pode ser o primeiro do seu plano.',
  lead: 'Cadastro em dois minutos. Acesso liberado em até 24 horas.',
  action: 'Começar agora',
};

export const footer = {
  about: 'Preparatório para concursos da Polícia Militar. Feito para quem estuda antes e depois do expediente.',
  quickLinks: {
    title: 'Links rápidos',
    links: [
      { label: 'Benefícios', href: '/#beneficios' },
      { label: 'Depoimentos', href: '/#depoimentos' },
      { label: 'Preço', href: '/#preco' },
      { label: 'Perguntas', href: '/#perguntas' },
      { label: 'Entrar', href: '/auth' },
      { label: 'Criar conta', href: '/register' },
    ],
  },
  support: {
    title: 'Suporte',
    email: 'E-mail',
    whatsapp: 'WhatsApp',
    links: [
      { label: 'Termos de Uso', href: '/terms' },
      { label: 'Política de Privacidade', href: '/privacy' },
      { label: 'Reembolso', href: '/refund' },
    ],
  },
  social: 'Acompanhe',
  disclaimer: 'Esta plataforma não tem vínculo com a Polícia Militar.',
};
