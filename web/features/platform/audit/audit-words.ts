import type { AuditEvent } from '#contract/platform/audit.ts';
import { formatMoney } from '#web/lib/format.ts';

/** The labels of actions. One of a newer release is shown as it is stored; `scripts/audit-actions.test.ts` holds the others. */
export const actionWords: Record<string, string> = {
  'user.status': 'Mudou a situação',
  'user.role': 'Mudou o papel',
  'user.deleted': 'Excluiu a conta',
  'user.block_reason': 'Disse o motivo do bloqueio',
  'user.password_link': 'Enviou link de senha',
  'user.email': 'Mudou o e-mail',
  'exam_time.asked': 'Pediu tempo a mais em provas',
  'exam_time.withdrawn': 'Retirou o pedido de tempo a mais',
  'exam_time.granted': 'Deu tempo a mais em provas',
  'exam_time.changed': 'Mudou o tempo a mais em provas',
  'exam_time.removed': 'Tirou o tempo a mais em provas',
  'exam_time.refused': 'Recusou o pedido de tempo a mais',
  'exam_time.document_seen': 'Abriu o documento do tempo a mais',
  'user.invited': 'Convidou professor',
  'user.access_ended': 'Encerrou o acesso',
  'user.change_disowned': 'Disse que não foi a própria pessoa',
  'user.deletion_requested': 'Pediu a exclusão da conta',
  'user.deletion_cancelled': 'Cancelou a exclusão da conta',
  'user.second_factor_on': 'Ligou o segundo fator',
  'user.second_factor_off': 'Desligou o segundo fator',
  'user.recovery_code_used': 'Entrou com um código de recuperação',
  'user.passkey_counter_refused': 'Chave de acesso recusada',
  'payment.pending': 'Voltou a aguardar o pagamento',
  'payment.analyzing': 'Pagamento em análise',
  'payment.approved': 'Aprovou o pagamento',
  'payment.rejected': 'Recusou o pagamento',
  'payment.refunded': 'Registrou o reembolso',
  'payment.refund_requested': 'Pediu o reembolso',
  'payment.refund_withdrawn': 'Retirou o pedido de reembolso',
  'payment.refund_refused': 'Recusou o pedido de reembolso',
  'payment.refund_sent': 'Pediu a devolução ao provedor',
  'payment.refund_failed': 'O provedor não devolveu o valor',
  'payment.refund_file_kept': 'Guardou o comprovante do reembolso',
  'payment.approval_undone': 'Desfez a aprovação',
  'payment.approval_taken_back': 'Estornou a aprovação',
  'payment.partly_refunded': 'Registrou um reembolso em parte',
  'payment.money_returned': 'Devolveu o valor de um pedido não aprovado',
  'payment.paid_again': 'Pagou de novo depois da recusa',
  'statement.taken_back': 'Desfez um extrato',
  'statement.unmatched_ignored': 'Ignorou entradas sem pedido',
  'money_case.seen': 'Marcou um caso como resolvido',
  'money_case.accepted': 'Aceitou uma diferença',
  'money_case.charged': 'Cobrou o resto',
  'corrections.adjusted': 'Mudou o saldo de correções',
  'payment.cancelled': 'Pedido cancelado',
  'payment.coupon_lapsed': 'A reserva do cupom terminou',
  'payment.reminders_stopped': 'Parou os lembretes',
  'payment.reminders_resumed': 'Retomou os lembretes',
  'payment.revoked': 'Desfez a aprovação',
  'settings.changed': 'Mudou a configuração',
  'school.export_asked': 'Pediu a exportação da escola inteira',
  'school.exported': 'Terminou a exportação da escola inteira',
  'school.export_downloaded': 'Baixou a escola inteira',
  'page.published': 'Publicou a página',
  'announcement.made': 'Fez um aviso',
  'announcement.cancelled': 'Cancelou um aviso',
  'offer.created': 'Criou a oferta',
  'offer.changed': 'Mudou a oferta',
  'offer.deleted': 'Excluiu a oferta',
  'coupon.created': 'Criou o cupom',
  'coupon.changed': 'Mudou o cupom',
  'coupon.deleted': 'Excluiu o cupom',
  'lesson.deleted': 'Excluiu a aula',
  'lesson.draft_discarded': 'Descartou o rascunho da aula',
  'course.deleted': 'Excluiu o curso',
  'quiz.deleted': 'Excluiu o simulado',
  'comment.shown': 'Mostrou o comentário',
  'comment.hidden': 'Escondeu o comentário',
  'comment.sealed': 'Deu o selo ao comentário',
  'comment.unsealed': 'Tirou o selo do comentário',
  'essay_theme.published': 'Publicou o tema de redação',
  'essay_theme.closed': 'Fechou o tema de redação',
  'essay_theme.regraded': 'Corrigiu o espelho de uma versão do tema',
  'essay.returned': 'Devolveu a redação corrigida',
  'essay.closed': 'Devolveu a redação com as leituras que havia',
  'essay.review_asked': 'Pediu revisão da nota da redação',
  'essay.review_decided': 'Decidiu a revisão da redação',
  'question.deleted': 'Excluiu a questão',
  'base_text.deleted': 'Excluiu o texto-base',
  'questions.imported': 'Importou questões',
  'questions.changed': 'Mudou várias questões',
  'questions.undone': 'Desfez uma mudança de questões',
  'exam.deleted': 'Excluiu a prova',
  'law.created': 'Trouxe uma norma',
  'law.amended': 'Mudou o texto de uma norma',
  'law.decided': 'Decidiu o que cita uma norma que mudou',
  'law.undone': 'Desfez uma mudança de norma',
  'law.renamed': 'Mudou os nomes de uma norma',
  'law.deleted': 'Excluiu uma norma',
  'syllabus.saved': 'Salvou o edital da prova',
  'subject.renamed': 'Renomeou a matéria',
  'subject.deleted': 'Excluiu a matéria',
  'mail.retried': 'Reenviou e-mails',
  'mail.released': 'Liberou os e-mails de uma cópia',
  'claim.confirmed': 'Confirmou uma afirmação da página',
  'first_step.skipped': 'Pulou um passo da primeira noite',
  'first_step.resumed': 'Retomou um passo da primeira noite',
  'lesson.restored': 'Restaurou a aula',
  'mail.proven': 'Provou que o e-mail chega',
  'mail.stored_released': 'Enviou os e-mails que esperavam',
  'user.cpf_shown': 'Viu o CPF',
  'user.cpf_saved': 'Salvou o CPF',
  'user.cpf_removed': 'Apagou o CPF',
  'people.imported': 'Trouxe pessoas de uma planilha',
  'people.import_undone': 'Desfez a vinda de pessoas',
  'people.invited': 'Enviou os convites das pessoas trazidas',
  'proof.viewed': 'Abriu o comprovante',
  'question.annulled': 'Anulou a questão',
  'question.reinstated': 'Desfez a anulação da questão',
  'question.active': 'Voltou a usar a questão',
  'question.outdated': 'Marcou a questão como desatualizada',
  'quiz.paper_drawn': 'Sorteou o simulado para o papel',
  'quiz.paper_typed': 'Digitou respostas de papel',
  'quiz.published': 'Publicou o simulado',
  'quiz.unpublished': 'Tirou o simulado do ar',
  'quiz.window_set': 'Marcou a hora do simulado',
  'quiz.window_removed': 'Tirou a hora do simulado',
  'statement.uploaded': 'Enviou um extrato',
  'statement.entry_confirmed': 'Confirmou uma entrada do extrato',
  'statement.entry_ignored': 'Ignorou uma entrada do extrato',
  'topic.created': 'Criou o assunto',
  'topic.renamed': 'Renomeou o assunto',
  'topic.moved': 'Moveu o assunto',
  'topic.merged': 'Uniu assuntos',
  'topic.deleted': 'Excluiu o assunto',
  'trial.chosen': 'Escolheu o que a amostra mostra',
  'trial.opened': 'Abriu a amostra',
  'trial.closed': 'Fechou a amostra',
  'user.google_linked': 'Ligou a conta do Google',
  'user.google_unlinked': 'Desligou a conta do Google',
  'user.password_removed': 'Tirou a senha da conta',
  'user.passkey_added': 'Criou uma chave de acesso',
  'user.passkey_removed': 'Excluiu uma chave de acesso',
  'sample.removed': 'Removeu a escola de exemplo',
};

/** Kinds to narrow by, as the first word of an action. */
export const actionKinds: [string, string][] = [
  ['user', 'Pessoas'],
  ['payment', 'Pagamentos'],
  ['settings', 'Configurações'],
  ['page', 'Páginas públicas'],
  ['offer', 'Ofertas'],
  ['coupon', 'Cupons'],
  ['lesson', 'Aulas'],
  ['course', 'Cursos'],
  ['quiz', 'Simulados'],
  ['essay', 'Redações'],
  ['question', 'Questões'],
  ['exam', 'Provas'],
  ['subject', 'Matérias'],
  ['mail', 'E-mails'],
];

const subjectWords: Record<string, string> = {
  user: 'Pessoa',
  payment: 'Pagamento',
  settings: 'Configurações',
  page: 'Página pública',
  offer: 'Oferta',
  coupon: 'Cupom',
  lesson: 'Aula',
  course: 'Curso',
  quiz: 'Simulado',
  essay: 'Redação',
  comment: 'Comentário',
  essay_theme: 'Tema de redação',
  question: 'Questão',
  'base-text': 'Texto-base',
  change: 'Mudança',
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

const detailWords: Record<string, string> = {
  from: 'de',
  to: 'para',
  reason: 'motivo',
  note: 'observação',
  amount: 'valor',
  price: 'preço',
  setting: 'campo',
  before: 'antes',
  after: 'depois',
  count: 'quantidade',
  role: 'papel',
  status: 'situação',
  name: 'nome',
};
const valueWords: Record<string, string> = {
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
const states = ['from', 'to', 'role', 'status'];
const sums = ['amount', 'price'];

function valueText(name: string, value: string | number | boolean): string {
  if (typeof value === 'boolean') return value ? 'sim' : 'não';
  if (sums.includes(name) && typeof value === 'number') return formatMoney(value);
  return states.includes(name) ? (valueWords[value] ?? String(value)) : String(value);
}

/** 'de: ativo; para: bloqueado'. A reason or a name stays as it was written. */
export const detailsText = (details: AuditEvent['details']): string =>
  Object.entries(details)
    .sort(([a], [b]) => rank(a) - rank(b))
    .flatMap(([name, value]) =>
      value === null || value === '' ? [] : [`${detailWords[name] ?? name}: ${valueText(name, value)}`],
    )
    .join('; ');

/** The old value comes before the new one, whatever the order in the database. */
const rank = (name: string): number => ['setting', 'from', 'before', 'to', 'after'].indexOf(name) + 1 || 9;
