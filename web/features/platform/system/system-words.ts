import { SCORE_COVERAGE_LEAST, SCORE_RESULTS_LEAST } from '#contract/limits.ts';
import { formatNumber } from '#web/lib/format.ts';

/** Names of the background jobs, for people who did not write them. A job without an entry shows its technical name. */
const workWords: Record<string, string> = {
  mail: 'E-mails',
  cleanup: 'Sessões, links e contadores vencidos',
  storage: 'Medição dos arquivos',
  retention: 'Prazos de guarda (LGPD)',
  'account-deletions': 'Exclusões de conta',
  'payment-files': 'Arquivos sem dono',
  'purge-lessons': 'Aulas excluídas há mais de 30 dias',
  'close-overdue-attempts': 'Simulados com o tempo esgotado',
  'missing-certificates': 'Certificados a emitir',
  'forget-question-imports': 'Importações antigas',
  'import-questions': 'Importações de questões',
  'course-completions': 'Conclusões de curso',
  notification_digest: 'Resumos de notificações',
  notification_mails: 'E-mails de notificações',
  notification_cleanup: 'Notificações antigas',
  exams_near: 'Avisos de prova próxima',
  access_ending: 'Avisos de fim de acesso',
  'quiz-windows': 'Simulados com hora marcada',
  'review-reminders': 'Lembretes de revisão',
  'publish-lessons': 'Aulas com publicação agendada',
  'compare-questions': 'Comparação de questões parecidas',
  'count-students': 'Contagem de alunos do painel',
  'recount-students': 'Conferência da contagem de alunos',
  'charges-due': 'Cobranças em aberto',
  'compare-money': 'Escola e banco comparados (90 dias)',
  'received-amounts': 'Valores recebidos',
  'statement-amounts': 'Valores dos extratos',
  'refresh-mastery': 'Atualização do domínio de cada aluno',
  'estimate-questions': 'Dificuldade das questões',
  'fit-layer': 'Previsão de acertos (camada da noite)',
  'save-scores': 'Notas estimadas do dia',
  'measure-estimates': 'Acerto das notas estimadas (90 dias)',
  'choose-policies': 'Escolha da revisão de cada aluno',
  'fit-memories': 'Ajuste da memória de cada aluno',
  'measure-memory': 'Acerto da previsão de memória (30 dias)',
};

const mailWords: Record<string, string> = {
  invitation: 'Convite para escolher a senha',
  password_reset: 'Nova senha',
  email_change: 'Troca de e-mail',
  teacher_approved: 'Professor aprovado',
  payment_opened: 'Cadastro recebido',
  payment_received: 'Comprovante recebido',
  payment_approved: 'Pagamento aprovado',
  payment_rejected: 'Pagamento recusado',
  deletion_requested: 'Pedido de exclusão da conta',
  notification: 'Notificação',
  admin_digest: 'Resumo para administradores',
};

const countWords: Record<string, string> = {
  sessions: 'sessões',
  links: 'links',
  throttle: 'tentativas de login',
  securityLinks: 'links de segurança',
  visitFigures: 'medições antigas de visitas',
  heldNames: 'e-mails reservados',
  knownLogins: 'aparelhos e endereços conhecidos',
  rates: 'contadores',
  files: 'arquivos',
  accessRecords: 'registros de acesso',
  proofs: 'comprovantes',
  refundFiles: 'comprovantes de reembolso',
  accounts: 'contas',
  lessons: 'aulas',
  answers: 'respostas',
  questions: 'questões',
  results: 'alunos com simulado conferido',
  withinPercent: '% dentro da faixa (a meta é 80)',
  errorPercent: '% de erro médio',
  boundPercent: '% de limite superior',
  reached: 'alunos alcançados hoje',
  changed: 'com outra escolha',
  left: 'ainda na fila',
  slowestMs: 'ms de processador no mais demorado',
  tried: 'ajustes tentados',
  kept: 'ajustes melhores que o padrão',
  ownWeights: 'alunos com ajuste próprio',
  predicted: 'respostas previstas',
  ourLoss: 'de perda logarítmica',
  calibrationPoints: 'pontos de erro de calibração',
  plainLoss: 'sem a camada',
  shareLoss: 'com a parcela de acertos do aluno',
  meanLoss: 'com a média da questão',
  usedVersion: 'é a versão em uso',
  rejectedVersion: 'é a versão que não usamos, porque não prevê melhor',
  defaultLoss: 'com a memória padrão',
  constantLoss: 'com uma chance constante',
  expectedScores: 'notas estimadas antigas',
  attempts: 'simulados encerrados',
  released: 'resultados liberados',
  reminded: 'simulados lembrados',
  ended: 'simulados com resultado',
  rankings: 'rankings refeitos',
  reminders: 'lembretes',
  compared: 'questões comparadas',
  looked: 'cobranças consultadas',
  unanswered: 'sem resposta do provedor',
  students: 'alunos',
  drifted: 'alunos contados errado (corrigidos)',
  counts: 'somas erradas (corrigidas)',
  days: 'datas com avisos',
  exams: 'provas com avisos',
  completions: 'conclusões',
  certificates: 'certificados',
};

export const workName = (name: string) => workWords[name] ?? name;
export const mailName = (kind: string) => mailWords[kind] ?? kind;

const units = ['B', 'KB', 'MB', 'GB', 'TB'];

/** 1536 → '1,5 KB' */
export function formatBytes(bytes: number): string {
  const power = bytes < 1024 ? 0 : Math.min(units.length - 1, Math.floor(Math.log(bytes) / Math.log(1024)));
  return `${formatNumber(bytes / 1024 ** power)} ${units[power]}`;
}

/** A loss lives behind the comma. */
const precise = new Intl.NumberFormat('pt-BR', { maximumFractionDigits: 3 });

/** What failed waits for its retry: { failed: 2 } → '2 falharam; tentaremos de novo'. */
export function describeFailures({ failed = 0 }: Record<string, number>): string | undefined {
  if (failed === 0) return undefined;
  return `${failed === 1 ? '1 falhou' : `${formatNumber(failed)} falharam`}; tentaremos de novo`;
}

/** Why students see no expected score; undefined when they do. */
export function describeWithdrawal(upkeep: readonly { name: string; result: Record<string, number> }[]) {
  const result = upkeep.find(({ name }) => name === 'measure-estimates')?.result;
  if (!result?.withdrawn) return undefined;
  const { results = 0, withinPercent = 0, boundPercent = 0 } = result;
  const least = formatNumber(100 * SCORE_COVERAGE_LEAST);
  return `De ${formatNumber(results)} alunos com simulado conferido em 90 dias, ${formatNumber(withinPercent)}% ficaram dentro da faixa estimada. Mesmo com a margem do acaso são no máximo ${formatNumber(boundPercent)}%, menos que os ${least}% exigidos. Os alunos leem que a estimativa está em revisão; ela volta sozinha quando a medição da noite passar de ${least}%, com pelo menos ${SCORE_RESULTS_LEAST} alunos.`;
}

/** { sessions: 3, links: 0 } → '3 sessões'; nothing done → 'nada a fazer'. Failures are described beside it. */
export function describeResult(result: Record<string, number>): string {
  const parts = Object.entries(result)
    .filter(([name, count]) => count > 0 && name !== 'failed' && name !== 'withdrawn')
    .map(([name, count]) => {
      if (name === 'bytes') return formatBytes(count);
      const number = name.endsWith('Loss') ? precise.format(count) : formatNumber(count);
      return `${number} ${countWords[name] ?? name}`;
    });
  return parts.join(', ') || (result.failed ? '' : 'nada a fazer');
}
