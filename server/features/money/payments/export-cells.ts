import type { PaymentMethod } from '#contract/money/payments.ts';
import { writtenDay } from '#contract/time.ts';

/** What the office's files say. */

export const methodNames: Record<PaymentMethod, string> = {
  pix_proof: 'PIX com comprovante',
  pix_confirmed: 'PIX confirmado',
  card: 'cartão',
  slip: 'boleto',
  cash: 'dinheiro',
  transfer: 'transferência',
  card_machine: 'maquininha',
  courtesy: 'cortesia',
};

/** 297,00: what a Brazilian spreadsheet reads as a number. */
export const moneyCell = (cents: number | null) => (cents === null ? '' : (cents / 100).toFixed(2).replace('.', ','));

export const dayCell = (day: string | null) => (day === null ? '' : writtenDay(day));
