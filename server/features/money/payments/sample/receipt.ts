import { TIME_ZONE } from '#contract/time.ts';
import { receiptPdf } from './receipt-pdf.ts';
import { receiptPicture } from './receipt-picture.ts';

/** A receipt of an invented bank; `short`: half the amount, `blurred`: unreadable. */
export type Receipt = {
  kind: 'picture' | 'pdf' | 'short' | 'blurred';
  person: { firstName: string; lastName: string };
  /** Cents. */
  amount: number;
  /** The payment's code, which is its identifier in the bank statement. */
  code: string;
  at: Date;
  receiver: string;
};

const money = new Intl.NumberFormat('pt-BR', { minimumFractionDigits: 2 });
const moment = new Intl.DateTimeFormat('pt-BR', { timeZone: TIME_ZONE, dateStyle: 'short', timeStyle: 'short' });

const TITLE = 'Comprovante PIX';

function linesOf({ kind, person, amount, code, at, receiver }: Receipt): string[] {
  return [
    'Banco de Exemplo - sem valor',
    '',
    `Valor: R$ ${money.format((kind === 'short' ? Math.round(amount / 2) : amount) / 100)}`,
    `Data: ${moment.format(at).replace(',', '')}`,
    `De: ${person.firstName} ${person.lastName}`,
    `Para: ${receiver}`,
    `ID: ${code}`,
  ];
}

/** As the student sends it: a file that the product's own checks take. */
export const receiptFile = (receipt: Receipt): Promise<Buffer> | Buffer =>
  receipt.kind === 'pdf'
    ? receiptPdf(TITLE, linesOf(receipt))
    : receiptPicture([TITLE, ...linesOf(receipt)], { blurred: receipt.kind === 'blurred' });
