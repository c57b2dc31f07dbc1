import { type illustrations, type LandingPart, landingContent } from '#contract/school/site-content.ts';

/* What of the landing page is edited, and how it is called: the form, the comparison and the conflict read it from here. */

type Leaf = {
  path: string;
  label: string;
  kind: 'text' | 'number' | 'drawing' | 'picture';
  rows?: number;
  optional?: true;
};
type List = { path: string; label: string; kind: 'list'; one: string; item: Leaf[]; empty: unknown; titleOf: string };
export type ContentField = Leaf | List;
export type Section = {
  name: LandingPart;
  label: string;
  anchor: string;
  note?: string;
  fields: ContentField[];
};

const text = (path: string, label: string, rows = 1): Leaf => ({ path, label, kind: 'text', rows });
const maybe = (path: string, label: string, rows = 1): Leaf => ({ ...text(path, label, rows), optional: true });

export const illustrationNames: Record<(typeof illustrations)[number], string> = {
  question: 'Questão comentada',
  timer: 'Cronômetro do simulado',
  plan: 'Plano do dia',
  lesson: 'Aula no celular',
  results: 'Resultado por matéria',
  chat: 'Conversa',
};

export const sections: Section[] = [
  {
    name: 'hero',
    label: 'Abertura',
    anchor: '.hero',
    fields: [
      maybe('hero.badge', 'Selo'),
      text('hero.title', 'Título', 2),
      text('hero.lead', 'Texto', 3),
      maybe('hero.claim', 'Frase em destaque'),
      text('hero.action', 'Botão'),
      {
        path: 'hero.terms',
        label: 'Ao lado do botão',
        kind: 'list',
        one: 'Linha',
        titleOf: '',
        empty: '',
        item: [text('', 'Texto')],
      },
      text('hero.trial', 'Convite para a amostra grátis'),
    ],
  },
  {
    name: 'stats',
    label: 'Números',
    anchor: '.stats',
    fields: [
      {
        path: 'stats',
        label: 'Números',
        kind: 'list',
        one: 'Número',
        titleOf: 'figure',
        empty: { figure: '', label: '' },
        item: [text('figure', 'Número'), text('label', 'O que ele conta')],
      },
    ],
  },
  {
    name: 'benefits',
    label: 'O que você encontra',
    anchor: '#beneficios',
    fields: [
      text('benefits.title', 'Título', 2),
      maybe('benefits.lead', 'Texto', 3),
      {
        path: 'benefits.cards',
        label: 'Cartões',
        kind: 'list',
        one: 'Cartão',
        titleOf: 'title',
        empty: { drawing: 'lesson', picture: null, title: '', text: '' },
        item: [
          text('title', 'Título'),
          text('text', 'Texto', 3),
          { path: 'drawing', label: 'Desenho', kind: 'drawing' },
          { path: 'picture', label: 'Imagem no lugar do desenho', kind: 'picture' },
        ],
      },
    ],
  },
  {
    name: 'testimonials',
    label: 'Depoimentos',
    anchor: '#depoimentos',
    note: 'Publique só o que alguém disse e autorizou. Sem depoimentos nem nota, a seção não aparece.',
    fields: [
      text('testimonials.title', 'Título', 2),
      {
        path: 'testimonials.people',
        label: 'Pessoas',
        kind: 'list',
        one: 'Depoimento',
        titleOf: 'name',
        empty: { name: '', badge: '', text: '', picture: null },
        item: [
          text('name', 'Nome'),
          text('badge', 'Conquista'),
          text('text', 'O que a pessoa disse', 4),
          { path: 'picture', label: 'Foto no lugar das iniciais', kind: 'picture' },
        ],
      },
      maybe('testimonials.rating.score', 'Nota'),
      maybe('testimonials.rating.reviews', 'De quantas avaliações'),
    ],
  },
  {
    name: 'pricing',
    label: 'Preço',
    anchor: '#preco',
    note: 'O preço, o preço cheio e as vagas vêm da oferta padrão, em Ofertas e cupons.',
    fields: [
      text('pricing.title', 'Título', 2),
      maybe('pricing.lead', 'Texto', 3),
      {
        path: 'pricing.steps',
        label: 'Passos',
        kind: 'list',
        one: 'Passo',
        titleOf: '',
        empty: '',
        item: [text('', 'Texto', 2)],
      },
      text('pricing.discount', 'Selo do desconto'),
      text('pricing.methods.cardAndSlip', 'Formas de pagamento, com cartão e boleto', 2),
      text('pricing.methods.onlyCard', 'Formas de pagamento, sem boleto', 2),
      text('pricing.methods.onlySlip', 'Formas de pagamento, sem cartão', 2),
      text('pricing.methods.onlyPix', 'Formas de pagamento, só PIX', 2),
      { path: 'pricing.installments.count', label: 'Parcelas no cartão', kind: 'number' },
      { path: 'pricing.installments.percent', label: 'Cada parcela, em % do preço', kind: 'number' },
      {
        path: 'pricing.includes',
        label: 'O que está incluído',
        kind: 'list',
        one: 'Linha',
        titleOf: '',
        empty: '',
        item: [text('', 'Texto')],
      },
      text('pricing.action', 'Botão'),
      text('pricing.guarantee', 'Garantia', 2),
      maybe('pricing.scarcity', 'Vagas'),
    ],
  },
  {
    name: 'faq',
    label: 'Perguntas',
    anchor: '#perguntas',
    fields: [
      text('faq.title', 'Título', 2),
      maybe('faq.lead', 'Texto antes do e-mail de suporte'),
      {
        path: 'faq.questions',
        label: 'Perguntas',
        kind: 'list',
        one: 'Pergunta',
        titleOf: 'question',
        empty: { question: '', answer: '' },
        item: [text('question', 'Pergunta', 2), text('answer', 'Resposta', 5)],
      },
    ],
  },
  {
    name: 'finalCall',
    label: 'Fechamento',
    anchor: '.final',
    fields: [
      text('finalCall.title', 'Título', 2),
      maybe('finalCall.lead', 'Texto', 2),
      text('finalCall.action', 'Botão'),
    ],
  },
  {
    name: 'header',
    label: 'Topo',
    anchor: 'header',
    fields: [text('header.login', 'Botão de entrar'), text('header.action', 'Botão de cadastro')],
  },
  {
    name: 'footer',
    label: 'Rodapé',
    anchor: 'footer',
    note: 'Contatos, redes e CNPJ vêm das configurações da escola.',
    fields: [
      text('footer.about', 'Sobre a escola', 3),
      text('footer.quickLinks', 'Título dos links'),
      text('footer.support', 'Título do suporte'),
      text('footer.social', 'Título das redes'),
      text('footer.links.benefits', 'Link dos benefícios'),
      text('footer.links.testimonials', 'Link dos depoimentos'),
      text('footer.links.price', 'Link do preço'),
      text('footer.links.questions', 'Link das perguntas'),
      text('footer.links.login', 'Link de entrar'),
      text('footer.links.register', 'Link de cadastro'),
      text('footer.links.email', 'Link do e-mail'),
      text('footer.links.whatsapp', 'Link do WhatsApp'),
      text('footer.links.terms', 'Link dos termos'),
      text('footer.links.privacy', 'Link da privacidade'),
      text('footer.links.refund', 'Link do reembolso'),
      maybe('footer.disclaimer', 'Aviso', 2),
    ],
  },
  {
    name: 'trial',
    label: 'Amostra grátis',
    anchor: '.try',
    note: 'Os textos em volta da aula e das questões abertas a todos.',
    fields: [
      text('trial.title', 'Título'),
      text('trial.description', 'Descrição para buscas', 3),
      text('trial.lead', 'Texto', 3),
      text('trial.toLesson', 'Link para a aula'),
      text('trial.toQuestions', 'Link para as questões'),
      text('trial.next.title', 'Chamada no fim'),
      text('trial.next.lead', 'Texto no fim', 2),
      text('trial.next.included', 'Link para o preço'),
      text('trial.closed.title', 'Título, quando fechada'),
      text('trial.closed.lead', 'Texto, quando fechada', 3),
      text('trial.closed.action', 'Botão, quando fechada'),
    ],
  },
  {
    name: 'page',
    label: 'Busca e compartilhamento',
    anchor: 'header',
    note: 'O que o Google e as redes mostram da página.',
    fields: [text('page.title', 'Título'), text('page.description', 'Descrição', 4)],
  },
];

type Branch = Record<string, unknown>;

export const valueAt = (value: unknown, path: string): unknown =>
  path === ''
    ? value
    : path.split('.').reduce<unknown>((inside, name) => (inside as Branch | undefined)?.[name], value);

/** A copy with another value at one path. */
export function withValueAt<T>(value: T, path: string, next: unknown): T {
  if (path === '') return next as T;
  const [name = '', ...rest] = path.split('.');
  const inside = withValueAt((value as Branch)[name], rest.join('.'), next);
  if (Array.isArray(value)) return value.map((one, place) => (String(place) === name ? inside : one)) as T;
  return { ...value, [name]: inside };
}

export const joinPath = (...parts: (string | number)[]): string => parts.filter((part) => part !== '').join('.');

type Check = { _zod: { def: { check: string; maximum?: number } } };
type Node = { _zod: { def: { shape?: Record<string, Node>; element?: Node; checks?: Check[] } } };

/** The most characters, or items, that the contract accepts there. */
export function maxAt(path: string): number | undefined {
  let node: Node | undefined = landingContent as unknown as Node;
  for (const name of path.split('.')) {
    const inside: Node['_zod']['def'] = node?._zod.def ?? {};
    node = inside.shape?.[name] ?? inside.element;
  }
  return node?._zod.def.checks?.find(({ _zod }) => _zod.def.check === 'max_length')?._zod.def.maximum;
}
