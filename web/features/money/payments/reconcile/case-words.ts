import type { CaseKind } from '#contract/money/charges.ts';

type CaseWords = { title: string; what: string; tone: 'bad' | 'sun' | 'info' };

export const caseWords: Record<CaseKind, CaseWords> = {
  paid_twice: { title: 'Em dobro', what: 'O pedido foi pago mais de uma vez.', tone: 'sun' },
  underpaid: { title: 'A menos', what: 'Entrou menos que o preço, e o acesso está aberto.', tone: 'bad' },
  overpaid: { title: 'A mais', what: 'Entrou mais que o preço do pedido.', tone: 'sun' },
  wrong_amount: { title: 'A menos', what: 'Entrou menos que o preço: nada foi aprovado.', tone: 'bad' },
  order_closed: {
    title: 'Pago sem pedido',
    what: 'Entrou dinheiro para um pedido recusado, cancelado ou reembolsado.',
    tone: 'bad',
  },
  returned_twice: { title: 'Devolvido em dobro', what: 'Voltou mais dinheiro do que entrou.', tone: 'bad' },
  unconfirmed: {
    title: 'Só o comprovante',
    what: 'O pedido foi aprovado por comprovante, e o extrato desses dias não mostra o dinheiro.',
    tone: 'bad',
  },
  chargeback: {
    title: 'Contestação',
    what: 'Quem pagou, ou o banco de quem pagou, pediu o dinheiro de volta. Responda no site do provedor.',
    tone: 'bad',
  },
  returned: {
    title: 'Devolvido no banco',
    what: 'O valor foi devolvido no banco, mas o pedido foi aprovado à mão.',
    tone: 'info',
  },
  partly_returned: {
    title: 'Devolvido em parte',
    what: 'Uma parte foi devolvida fora daqui. Ela está registrada, e o acesso continua.',
    tone: 'info',
  },
  wrong_key: { title: 'Outra chave PIX', what: 'A cobrança foi paga em uma chave que não é a da escola.', tone: 'bad' },
  unknown_charge: {
    title: 'Cobrança desconhecida',
    what: 'O provedor avisou de uma cobrança que não é daqui.',
    tone: 'info',
  },
  return_failed: {
    title: 'Devolução não feita',
    what: 'O provedor não devolveu o valor, e o aluno continua com acesso. Boletos e parte de um parcelado ele não devolve: faça pelo banco e registre. Nos outros casos, tente de novo.',
    tone: 'bad',
  },
  missing_at_provider: {
    title: 'Cobrança não encontrada',
    what: 'O aluno recebeu o código PIX, e o provedor diz que não conhece a cobrança. Confira no extrato se ela foi paga.',
    tone: 'info',
  },
  refused: { title: 'Cobrança recusada', what: 'O provedor não aceitou criar a cobrança deste pedido.', tone: 'info' },
};

/** Kinds that compare two amounts: received and expected. */
const ofAmounts: readonly CaseKind[] = [
  'paid_twice',
  'underpaid',
  'overpaid',
  'wrong_amount',
  'order_closed',
  'returned_twice',
];
export const isOfAmounts = (kind: CaseKind): boolean => ofAmounts.includes(kind);

type Amounts = { kind: CaseKind; held: number | null; amount: number | null };

/** Kinds that a provider reports, with what it holds of the order. The amounts of `refused` and others are no money. */
const ofProvider: readonly CaseKind[] = ['chargeback', 'returned', 'partly_returned', 'return_failed', 'wrong_key'];

/** Labels of the two amounts that are compared; null: the case has none. */
export function figureLabels(kind: CaseKind): { school: string; bank: string } | null {
  if (isOfAmounts(kind)) return { school: 'Escola', bank: 'Recebido' };
  if (kind === 'unconfirmed') return { school: 'Comprovante', bank: 'Extrato' };
  if (!ofProvider.includes(kind)) return null;
  return { school: 'Escola', bank: kind === 'wrong_key' ? 'Em outra chave' : 'Banco' };
}

/** Cents that the bank has beyond the school's figure; negative: they are missing. Null: nothing to compare. */
export function differenceOf({ kind, held, amount }: Amounts): number | null {
  if (held === null || amount === null) return null;
  return kind === 'order_closed' || kind === 'returned_twice' ? held : held - amount;
}

/** Cents that the school counts on. */
export const expectedOf = ({ kind, amount }: Amounts): number | null =>
  kind === 'order_closed' || kind === 'returned_twice' ? 0 : amount;
