import { type AccessRule, type AccessRuleKind, MONTHS_WITHOUT_EXAM, type MyAccess } from '#contract/money/access.ts';
import type { Order } from '#contract/money/orders.ts';
import type { PaymentMethod } from '#contract/money/payments.ts';
import { formatDay } from '#web/lib/calendar-day.ts';
import { plural } from '#web/lib/format.ts';

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
export const lasting = (rule: AccessRule): string => lastings[rule.kind](rule);

const lastings: Record<AccessRuleKind, (rule: AccessRule) => string> = {
  exam_months: ({ count }) =>
    count ? `Acesso até a prova e por mais ${plural(count, 'mês', 'meses')}` : 'Acesso até a prova',
  days: ({ count }) => `Acesso por ${plural(count ?? 0, 'dia', 'dias')}`,
  until: ({ until }) => (until ? `Acesso até ${formatDay(until)}` : 'Acesso até uma data fixa'),
  endless: () => 'Acesso sem data para terminar',
};

/** The courses that an offer or a grant opens. */
export function coursesText(courses: MyAccess['courses']): string {
  if (courses === null) return 'Abre todos os cursos.';
  if (courses.length === 0) return 'Os cursos desta compra foram retirados pela escola.';
  return `Abre ${courses.length === 1 ? 'o curso' : 'os cursos'} ${courses.map(({ title }) => title).join(', ')}.`;
}

/** Why access ends on its day; null when there is nothing to explain. */
export const ruleText = (rule: AccessRule | null, exam: MyAccess['exam']): string | null =>
  rule && ruleTexts[rule.kind](rule, exam);

const ruleTexts: Record<AccessRuleKind, (rule: AccessRule, exam: MyAccess['exam']) => string | null> = {
  exam_months({ count }, exam) {
    if (!exam) return `${MONTHS_WITHOUT_EXAM} meses a partir da liberação`;
    const after = count ? ` e mais ${plural(count, 'mês', 'meses')}` : '';
    return `Até a prova (${exam.name}, ${formatDay(exam.date)})${after}. Se a data da prova mudar, o acesso acompanha.`;
  },
  days: ({ count }) => `${plural(count ?? 0, 'dia', 'dias')} a partir da liberação`,
  until: () => null,
  endless: () => null,
};
