import type { MatchReason, StatementEntry } from '#contract/money/statements.ts';

const words: Record<MatchReason, string> = {
  code: 'código no texto',
  txid: 'identificador da cobrança no texto',
  end_to_end: 'identificação do PIX igual à do comprovante',
  amount: 'valor igual',
  name: 'nome igual',
  part_of_name: 'parte do nome igual',
  day: 'data próxima',
  by_hand: 'escolhido à mão',
  several: 'há mais de um pedido assim',
  amount_differs: 'valor diferente',
  order_paid: 'o pedido já está pago: pode ser um pagamento em dobro',
  order_rejected: 'o pedido foi recusado',
  order_cancelled: 'o pedido foi cancelado',
};

/** Why both sides belong together, in one line. */
export function whyOf({ state, reasons }: Pick<StatementEntry, 'state' | 'reasons'>): string {
  if (reasons.length > 0) return reasons.map((reason) => words[reason]).join(', ');
  return state === 'ignored' ? 'não é de um pedido' : 'nenhum pedido com este código, ou com este valor e nome';
}

export const stateWords: Record<StatementEntry['state'], string> = {
  sure: 'Certo',
  doubtful: 'Parece',
  unmatched: 'Sem pedido',
  confirmed: 'Confirmado',
  settled: 'Já aprovado',
  ignored: 'Ignorado',
};
