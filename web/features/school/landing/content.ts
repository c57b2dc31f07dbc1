import { CARD_INSTALMENTS } from '#contract/limits.ts';
import type { LandingContent } from '#contract/school/site-content.ts';
import { manualAnswer, manualCall, manualSteps } from './payment-lines.ts';

/**
 * The default texts of the landing page, in the order of its sections: marketing copy of the operator. The server fills
 * names in braces (contract/school/site-content.ts).
 */
export const defaultLanding: LandingContent = {
  page: {
    title: '{escola}: preparatório para a Polícia Militar',
    description:
      'Aulas diretas, mais de 3.000 questões comentadas e simulados toda semana para Soldado e Oficial da Polícia Militar. Um pagamento único e 7 dias de garantia.',
  },
  header: { login: 'Entrar', action: 'Quero minha vaga' },
  hero: {
    badge: 'Vagas limitadas: preço válido para {vagas}',
    title: '{slogan}',
    lead: 'Aulas diretas, questões comentadas e simulados toda semana para Soldado e Oficial da Polícia Militar.',
    claim: '93% dos nossos alunos são aprovados.',
    action: 'Quero minha vaga',
    terms: ['{preço} uma única vez.', '7 dias de garantia.'],
    trial: 'Experimente antes: uma aula e cinco questões comentadas',
  },
  stats: [
    { figure: '+2.847', label: 'alunos aprovados' },
    { figure: '93%', label: 'taxa de aprovação' },
    { figure: '1º lugar', label: 'no ranking de aprovação' },
    { figure: '24h', label: 'de suporte' },
  ],
  benefits: {
    title: 'O que você encontra quando abre a plataforma',
    lead: 'Nada de cem abas e PDFs perdidos. Uma tela que mostra onde você está, como você está indo e o que vem agora.',
    cards: [
      {
        drawing: 'question',
        picture: null,
        title: 'Mais de 3.000 questões comentadas',
        text: 'Cada alternativa explicada, inclusive por que as erradas estão erradas.',
      },
      {
        drawing: 'timer',
        picture: null,
        title: 'Simulados semanais',
        text: 'Mesmo tempo e mesmo formato da prova. Caiu a internet? Suas respostas ficam salvas.',
      },
      {
        drawing: 'plan',
        picture: null,
        title: 'Um plano para cada dia',
        text: 'Você diz quanto tempo tem. A plataforma diz o que estudar hoje, até a data da prova.',
      },
      {
        drawing: 'lesson',
        picture: null,
        title: 'Aulas que cabem no ônibus',
        text: 'Texto direto, fácil de ler no celular e à noite, sem gastar seu pacote de dados.',
      },
      {
        drawing: 'results',
        picture: null,
        title: 'Você sabe onde está perdendo pontos',
        text: 'Resultado por matéria, com base nas questões que você respondeu.',
      },
      {
        drawing: 'chat',
        picture: null,
        title: 'WhatsApp de segunda a sábado',
        text: 'Suporte de gente: você pergunta e um professor responde.',
      },
    ],
  },
  testimonials: {
    title: 'Quem já vestiu a farda',
    people: [
      {
        name: 'Camila Nogueira',
        badge: 'Aprovada, Soldado PM',
        text: 'Eu saía do turno às dez da noite e abria o plano do dia no celular. Não precisava decidir nada, só estudar. Em oito meses eu estava na lista.',
        picture: null,
      },
      {
        name: 'Diego Matos',
        badge: 'Aprovado, Oficial PM',
        text: 'Os comentários das questões valem o curso. Entendi por que eu errava crase havia anos.',
        picture: null,
      },
      {
        name: 'Jéssica Prado',
        badge: 'Aprovada, Soldado PM',
        text: 'Os simulados têm o tempo da prova de verdade. No dia, eu já sabia o meu ritmo.',
        picture: null,
      },
    ],
    rating: { score: '4.9/5.0', reviews: 'em +500 avaliações verificadas' },
  },
  pricing: {
    title: 'Um preço, até a sua prova',
    lead: 'Acesso a tudo até a data da prova e por mais 3 meses. Sem mensalidade e sem renovação automática.',
    steps: ['Você se cadastra em dois minutos.', manualSteps.pay, manualSteps.start],
    discount: '{desconto}% de desconto',
    methods: {
      cardAndSlip: 'À vista, ou {parcelas}x de {valor da parcela}. PIX, cartão ou boleto.',
      onlyCard: 'À vista, ou {parcelas}x de {valor da parcela}. PIX ou cartão.',
      onlySlip: 'À vista. PIX ou boleto.',
      onlyPix: 'À vista, pelo PIX.',
    },
    installments: CARD_INSTALMENTS,
    includes: [
      'Todas as aulas, de Soldado e de Oficial',
      'Mais de 3.000 questões comentadas',
      'Simulados semanais e resultado por matéria',
      'WhatsApp de segunda a sábado',
      'Acesso até a prova e por mais 3 meses',
    ],
    action: 'Garantir minha matrícula',
    guarantee: 'Garantia incondicional de 7 dias: não gostou, devolvemos tudo.',
    scarcity: 'Promoção para {vagas}.',
  },
  faq: {
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
        answer: manualAnswer,
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
  },
  trial: {
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
    next: {
      title: 'Todo dia de estudo é assim.',
      lead: 'Aula direta, questão comentada e o próximo passo na tela.',
      included: 'Ver o que está incluído',
    },
  },
  finalCall: {
    title: 'O próximo amanhecer pode ser o primeiro do seu plano.',
    lead: manualCall,
    action: 'Começar agora',
  },
  footer: {
    about: 'Preparatório para concursos da Polícia Militar. Feito para quem estuda antes e depois do expediente.',
    quickLinks: 'Links rápidos',
    support: 'Suporte',
    social: 'Acompanhe',
    links: {
      benefits: 'Benefícios',
      testimonials: 'Depoimentos',
      price: 'Preço',
      questions: 'Perguntas',
      login: 'Entrar',
      register: 'Criar conta',
      email: 'E-mail',
      whatsapp: 'WhatsApp',
      terms: 'Termos de Uso',
      privacy: 'Política de Privacidade',
      refund: 'Reembolso',
    },
    disclaimer: 'Esta plataforma não tem vínculo com a Polícia Militar.',
  },
};
