import type { AuditEvent } from '../../../contract/audit.ts';

/** What people read for an action; one that is not here is shown as it is stored. */
const actionWords: Record<string, string> = {
  'user.status': 'Mudou a situação',
  'user.role': 'Mudou o papel',
  'user.deleted': 'Excluiu a conta',
  'user.change_disowned': 'Disse que não foi a própria pessoa',
  'user.deletion_requested': 'Pediu a exclusão da conta',
  'user.deletion_cancelled': 'Cancelou a exclusão da conta',
  'user.second_factor_on': 'Ligou o segundo fator',
  'user.passkey_counter_refused': 'Chave de acesso recusada',
  'payment.approved': 'Aprovou o pagamento',
  'payment.rejected': 'Recusou o pagamento',
  'payment.refunded': 'Registrou o reembolso',
  'payment.revoked': 'Desfez a aprovação',
  'settings.changed': 'Mudou a configuração',
  'offer.created': 'Criou a oferta',
  'offer.changed': 'Mudou a oferta',
  'offer.deleted': 'Excluiu a oferta',
  'coupon.created': 'Criou o cupom',
  'coupon.changed': 'Mudou o cupom',
  'coupon.deleted': 'Excluiu o cupom',
  'lesson.deleted': 'Excluiu a aula',
  'course.deleted': 'Excluiu o curso',
  'quiz.deleted': 'Excluiu o simulado',
  'question.deleted': 'Excluiu a questão',
  'questions.imported': 'Importou questões',
  'exam.deleted': 'Excluiu a prova',
  'subject.renamed': 'Renomeou a matéria',
  'subject.deleted': 'Excluiu a matéria',
  'mail.retried': 'Reenviou e-mails',
  'sample.removed': 'Removeu a escola de exemplo',
};

/** Kinds to narrow by, as the first word of an action. */
export const actionKinds: [string, string][] = [
  ['user', 'Pessoas'],
  ['payment', 'Pagamentos'],
  ['settings', 'Configurações'],
  ['offer', 'Ofertas'],
  ['coupon', 'Cupons'],
  ['lesson', 'Aulas'],
  ['course', 'Cursos'],
  ['quiz', 'Simulados'],
  ['question', 'Questões'],
  ['exam', 'Provas'],
  ['subject', 'Matérias'],
  ['mail', 'E-mails'],
];

const subjectWords: Record<string, string> = {
  user: 'Pessoa',
  payment: 'Pagamento',
  settings: 'Configurações',
  offer: 'Oferta',
  coupon: 'Cupom',
  lesson: 'Aula',
  course: 'Curso',
  quiz: 'Simulado',
  question: 'Questão',
  exam: 'Prova',
  subject: 'Matéria',
  mail: 'E-mail',
};

export const actionText = (action: string): string => actionWords[action] ?? action;

/** 'Pagamento 7', 'Ana Silva', 'Pessoa que já saiu'. */
export function subjectText({ subject, subjectName }: Pick<AuditEvent, 'subject' | 'subjectName'>): string {
  if (subjectName) return subjectName;
  const [kind = '', id = ''] = subject.split(':');
  if (kind === 'user') return 'Pessoa que já saiu';
  const word = subjectWords[kind] ?? kind;
  return id ? `${word} ${id}` : word;
}

/** 'de active para blocked' and the like: names and values as they were written down. */
export const detailsText = (details: AuditEvent['details']): string =>
  Object.entries(details)
    .filter(([, value]) => value !== null && value !== '')
    .map(([name, value]) => `${name}: ${value}`)
    .join('; ');
