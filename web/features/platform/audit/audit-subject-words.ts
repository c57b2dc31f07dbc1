import type { AuditEvent } from '#contract/platform/audit.ts';
import type { AuditSubjectKind } from '#contract/platform/audit-names.ts';
import { formatMoney } from '#web/lib/format.ts';

export const subjectWords: Record<AuditSubjectKind, string> = {
  announcement: 'Aviso',
  'base-text': 'Texto-base',
  change: 'Mudança de questões',
  comment: 'Comentário',
  coupon: 'Cupom',
  course: 'Curso',
  essay: 'Redação',
  essay_theme: 'Tema de redação',
  exam: 'Prova',
  import: 'Importação',
  law: 'Lei',
  'law-change': 'Mudança de lei',
  lesson: 'Aula',
  mail: 'E-mail',
  money_case: 'Caso entre escola e banco',
  offer: 'Oferta',
  page: 'Página pública',
  payment: 'Pagamento',
  proof: 'Comprovante',
  question: 'Questão',
  quiz: 'Simulado',
  sample: 'Escola de exemplo',
  school_export: 'Exportação da escola',
  settings: 'Configurações',
  statement: 'Extrato',
  statement_entry: 'Entrada do extrato',
  subject: 'Matéria',
  topic: 'Assunto',
  trial: 'Amostra grátis',
  user: 'Pessoa',
};

/** Things that belong to a person: 'Pagamento de João'. */
const ofPeople: readonly string[] = ['payment', 'proof', 'statement_entry', 'money_case'];

/** Subjects whose id is a word. */
const wholeWords: Record<string, string> = {
  'mail:all': 'Todos os e-mails',
  'page:landing': 'Página de vendas',
  'page:privacy': 'Página de privacidade',
  'page:terms': 'Página de termos de uso',
  'page:refund': 'Página de reembolso',
};

type Told = Pick<AuditEvent, 'subject' | 'subjectName' | 'subjectAmount' | 'details'>;

/** The name that the event itself has, for a thing that is gone. A decision about a law has the decision there. */
const nameIn = (kind: string, { title, name }: AuditEvent['details']): string | null => {
  const told = kind === 'law-change' ? null : (title ?? name);
  return typeof told === 'string' && told !== '' ? told : null;
};

/** 'Pagamento de João Lima, R$ 297,00', 'Simulado “Semana 3”', 'Ana Silva', 'Pessoa que já saiu'. */
export function subjectText({ subject, subjectName, subjectAmount, details }: Told): string {
  const [kind = '', id = ''] = subject.split(':');
  if (kind === 'user') return subjectName ?? 'Pessoa que já saiu';
  const whole = wholeWords[subject];
  if (whole) return whole;
  const word = Object.hasOwn(subjectWords, kind) ? subjectWords[kind as AuditSubjectKind] : kind;
  const amount = subjectAmount === null ? '' : `, ${formatMoney(subjectAmount)}`;
  const name = subjectName ?? nameIn(kind, details);
  if (name) return ofPeople.includes(kind) ? `${word} de ${name}${amount}` : `${word} “${name}”${amount}`;
  return `${id ? `${word} ${id}` : word}${amount}`;
}
