import { type AccessRule, MONTHS_WITHOUT_EXAM, type MyAccess } from '../../../../contract/access.ts';
import type { Order } from '../../../../contract/orders.ts';
import type { PaymentMethod } from '../../../../contract/payments.ts';
import { formatDay } from '../../../lib/calendar-day.ts';
import { plural } from '../../../lib/format.ts';

type Tone = 'ok' | 'bad' | 'info' | 'sun' | 'plain';

/** The states of an order in the student's own page. */
export const orderWords: Record<Order['status'], { label: string; tone: Tone }> = {
  pending: { label: 'Aguardando pagamento', tone: 'sun' },
  analyzing: { label: 'Em análise', tone: 'info' },
  approved: { label: 'Pago', tone: 'ok' },
  rejected: { label: 'Recusado', tone: 'bad' },
  cancelled: { label: 'Cancelado', tone: 'plain' },
  refund_requested: { label: 'Reembolso pedido', tone: 'info' },
  refunded: { label: 'Reembolsado', tone: 'plain' },
  unknown: { label: 'Em conferência', tone: 'plain' },
};

export const methodWords: Record<PaymentMethod, string> = {
  pix_proof: 'PIX',
  pix_confirmed: 'PIX',
  card: 'Cartão',
  slip: 'Boleto',
  cash: 'Dinheiro',
  transfer: 'Transferência',
  card_machine: 'Cartão na maquininha',
  courtesy: 'Cortesia',
};

/** How long something lasts, as it is sold. */
export function lasting(rule: AccessRule): string {
  if (rule.kind === 'days') return `Acesso por ${plural(rule.count ?? 0, 'dia', 'dias')}`;
  if (rule.kind === 'endless') return 'Acesso sem data para terminar';
  if (rule.kind === 'until') return rule.until ? `Acesso até ${formatDay(rule.until)}` : 'Acesso até uma data fixa';
  return rule.count ? `Acesso até a prova e por mais ${plural(rule.count, 'mês', 'meses')}` : 'Acesso até a prova';
}

/** What something opens. */
export function coursesText(courses: MyAccess['courses']): string {
  if (courses === null) return 'Abre todos os cursos.';
  if (courses.length === 0) return 'Os cursos desta compra foram retirados pela escola.';
  return `Abre ${courses.length === 1 ? 'o curso' : 'os cursos'} ${courses.map(({ title }) => title).join(', ')}.`;
}

/** Why access ends on its day; null where there is nothing to explain. */
export function ruleText(rule: AccessRule | null, exam: MyAccess['exam']): string | null {
  if (rule === null) return null;
  if (rule.kind === 'days') return `${plural(rule.count ?? 0, 'dia', 'dias')} a partir da liberação`;
  if (rule.kind !== 'exam_months') return null;
  if (!exam) return `${MONTHS_WITHOUT_EXAM} meses a partir da liberação`;
  const after = rule.count ? ` e mais ${plural(rule.count, 'mês', 'meses')}` : '';
  return `Até a prova (${exam.name}, ${formatDay(exam.date)})${after}. Se a data da prova mudar, o acesso acompanha.`;
}
