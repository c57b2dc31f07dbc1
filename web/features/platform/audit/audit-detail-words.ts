import type { AuditEvent } from '#contract/platform/audit.ts';
import type { AuditDetail } from '#contract/platform/audit-names.ts';
import { settingLabels } from '#web/features/platform/settings/settings-fields.ts';
import { formatDay } from '#web/lib/calendar-day.ts';
import { formatDateTime, formatMoney } from '#web/lib/format.ts';

export const detailWords: Record<AuditDetail, string> = {
  after: 'depois',
  amount: 'valor',
  attemptId: 'tentativa',
  before: 'antes',
  breaks: 'pausas',
  by: 'corrige a versão',
  claim: 'afirmação',
  closesAt: 'fecha',
  count: 'quantidade',
  coursesKept: 'cursos mantidos',
  coursesRemoved: 'cursos removidos',
  emailRestored: 'e-mail de antes de volta',
  entries: 'entradas',
  event: 'aviso',
  examsKept: 'provas mantidas',
  examsRemoved: 'provas removidas',
  extraMinutes: 'minutos a mais',
  extraPercent: '% de tempo a mais',
  fields: 'campos',
  file: 'arquivo',
  format: 'formato',
  from: 'de',
  imported: 'importadas',
  into: 'unido a',
  kind: 'tipo',
  label: 'nota da versão',
  lateStart: 'quem começa tarde',
  lessonId: 'aula',
  lessons: 'aulas',
  lessonsKept: 'aulas mantidas',
  lessonsRemoved: 'aulas removidas',
  lines: 'linhas',
  name: 'nome',
  note: 'observação',
  number: 'versão',
  opensAt: 'abre',
  passkey: 'chave de acesso',
  paymentId: 'pedido',
  peopleKept: 'pessoas mantidas',
  peopleRemoved: 'pessoas removidas',
  price: 'preço',
  questionIds: 'questões',
  questionsKept: 'questões mantidas',
  questionsRemoved: 'questões removidas',
  quizzesKept: 'simulados mantidos',
  quizzesRemoved: 'simulados removidos',
  reason: 'motivo',
  role: 'papel',
  score: 'nota',
  send: 'enviados',
  setting: 'campo',
  source: 'fonte',
  statement: 'texto',
  status: 'situação',
  step: 'passo',
  subject: 'matéria',
  subjectsKept: 'matérias mantidas',
  subjectsRemoved: 'matérias removidas',
  theme: 'tema',
  title: 'título',
  to: 'para',
  topics: 'assuntos',
  validUntil: 'vale até',
  version: 'versão do tema',
};

/** Values of fixed lists. What people typed stays as it was written. */
const states: Record<string, string> = {
  active: 'ativo',
  blocked: 'bloqueado',
  pending: 'pendente',
  analyzing: 'em análise',
  approved: 'aprovado',
  rejected: 'recusado',
  cancelled: 'cancelado',
  refund_requested: 'reembolso pedido',
  refunded: 'reembolsado',
  student: 'aluno',
  teacher: 'professor',
  secretary: 'secretaria',
  admin: 'administrador',
};
const kinds: Record<string, string> = {
  wrong_amount: 'a menos, sem aprovação',
  overpaid: 'a mais',
  order_closed: 'pago sem pedido',
  returned: 'devolvido no banco',
  wrong_key: 'outra chave PIX',
  unknown_charge: 'cobrança desconhecida',
  refused: 'cobrança recusada',
  return_failed: 'devolução não feita',
  missing_at_provider: 'cobrança não encontrada',
  partly_returned: 'devolvido em parte',
  underpaid: 'a menos',
  paid_twice: 'em dobro',
  chargeback: 'contestação',
  returned_twice: 'devolvido em dobro',
  unconfirmed: 'só o comprovante',
};
const securityEvents: Record<string, string> = {
  password_changed: 'senha trocada',
  email_changed: 'e-mail trocado',
  deletion_requested: 'exclusão pedida',
  deletion_withdrawn: 'exclusão cancelada',
  new_device: 'aparelho novo',
  second_factor_on: 'segundo fator ligado',
  second_factor_off: 'segundo fator desligado',
  recovery_code_used: 'código de recuperação usado',
  google_linked: 'Google ligado',
  google_unlinked: 'Google desligado',
  passkey_added: 'chave de acesso criada',
  passkey_removed: 'chave de acesso excluída',
  password_removed: 'senha tirada',
};
const steps: Record<string, string> = {
  brand: 'nome e logo',
  payment: 'como se paga',
  mail: 'e-mail',
  price: 'preço',
  claims: 'afirmações',
  people: 'pessoas',
};
const decisions: Record<string, string> = {
  valid: 'continua valendo',
  outdated: 'desatualizado',
  open: 'em aberto',
  decision: 'decisão',
};
const fields: Record<string, string> = {
  source: 'fonte',
  year: 'ano',
  difficulty: 'dificuldade',
  status: 'situação',
  subject: 'matéria',
  topic: 'assunto',
  tags: 'etiquetas',
};

export const valueWords: Partial<Record<AuditDetail, Record<string, string>>> = {
  from: states,
  to: states,
  role: states,
  status: states,
  event: securityEvents,
  kind: kinds,
  step: steps,
  name: decisions,
  setting: settingLabels,
  format: { ofx: 'OFX', csv: 'CSV' },
  lateStart: { shortens: 'tem menos tempo', full: 'tem o tempo inteiro' },
};

const sums: readonly string[] = ['amount', 'price'];
const moments: readonly string[] = ['opensAt', 'closesAt'];

type Told = Pick<AuditEvent, 'action' | 'details'>;

function valueText({ action, details }: Told, name: string, value: string | number | boolean): string {
  if (typeof value === 'boolean') return value ? 'sim' : 'não';
  if (typeof value === 'number') {
    const isPrice = action === 'payment.coupon_lapsed' || details.setting === 'cardTotalCents';
    // Corrections of essays are counted, and are no money.
    const isSum = isPrice || (sums.includes(name) && action !== 'corrections.adjusted');
    return isSum ? formatMoney(value) : String(value);
  }
  if (moments.includes(name)) return formatDateTime(value);
  if (name === 'validUntil') return formatDay(value);
  if (name === 'fields')
    return value
      .split(', ')
      .map((one) => fields[one] ?? one)
      .join(', ');
  return valueWords[name as AuditDetail]?.[value] ?? value;
}

/** 'de: ativo; para: bloqueado'. A reason or a name stays as it was written. */
export const detailsText = (event: Told): string =>
  Object.entries(event.details)
    .sort(([a], [b]) => rank(a) - rank(b))
    .flatMap(([name, value]) =>
      value === null || value === ''
        ? []
        : [`${detailWords[name as AuditDetail] ?? name}: ${valueText(event, name, value)}`],
    )
    .join('; ');

/** The old value comes before the new one, whatever the order in the database. */
const rank = (name: string): number => ['setting', 'from', 'before', 'to', 'after'].indexOf(name) + 1 || 9;
