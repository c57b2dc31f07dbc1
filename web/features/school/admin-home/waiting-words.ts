import type { UnpaidSummary } from '#contract/money/reminders.ts';
import type { AdminHome } from '#contract/school/admin-home.ts';
import { HOUR_MS } from '#contract/time.ts';
import { formatNearDay } from '#web/lib/calendar-day.ts';
import { formatMoney, formatRelative, plural } from '#web/lib/format.ts';
import { paths } from '#web/lib/paths.ts';

export type Waiting = { count: number; title: string; text: string; href: string; isLate?: boolean };

const BACKUP_TOO_OLD_MS = 26 * HOUR_MS;

function unpaidText({ amount, oldestAt, reminded }: UnpaidSummary, now: Date): string {
  const age = oldestAt ? ` O mais antigo, ${formatRelative(oldestAt, now)}.` : '';
  const brought =
    reminded.paid > 0
      ? ` Lembretes: ${plural(reminded.paid, 'pago', 'pagos')} em 30 dias, ${formatMoney(reminded.paidAmount)}.`
      : '';
  return `${formatMoney(amount)} ao todo.${age}${brought}`;
}

/** Names the first claims, so that the owner sees what the page says under the school's name. */
function claimsText({ count, first }: { count: number; first: string[] }): string {
  const named = first.map((text) => `“${text}”`).join(', ');
  const others = count - first.length;
  return `Vieram com o modelo: ${named}${others > 0 ? ` e mais ${others}` : ''}.`;
}

/** Pending tasks of the office, the most urgent first. Kinds without a pending item are left out. */
export function waitingList({ waiting, today }: Pick<AdminHome, 'waiting' | 'today'>, now: Date): Waiting[] {
  const { proofs, refunds, teachers, reports, doubts, essays, bank, claims, unpaid, system } = waiting;
  const failedMails = system?.failedMails ?? 0;
  const list: Waiting[] = [];
  const stored = system?.storedMails;
  if (stored && stored.count > 0) {
    list.push({
      count: stored.count,
      title: stored.count === 1 ? 'Carta guardada, não enviada' : 'Cartas guardadas, não enviadas',
      text: `${stored.isSent ? 'O e-mail está ligado: decida se elas saem.' : 'O e-mail da escola não está ligado.'}${
        stored.oldestAt ? ` A mais antiga, ${formatRelative(stored.oldestAt, now)}.` : ''
      }`,
      href: paths.adminSystem,
      isLate: true,
    });
  }
  if (refunds.count > 0) {
    const isLate = refunds.firstDueOn !== null && refunds.firstDueOn < today;
    list.push({
      count: refunds.count,
      title: refunds.count === 1 ? 'Reembolso a fazer' : 'Reembolsos a fazer',
      text: refunds.firstDueOn
        ? `${isLate ? 'O prazo mais antigo terminou' : 'O primeiro vence'} ${formatNearDay(refunds.firstDueOn)}`
        : 'Sem prazo marcado.',
      href: `${paths.adminPayments}?aba=refunds`,
      isLate,
    });
  }
  if (proofs.count > 0) {
    list.push({
      count: proofs.count,
      title: proofs.count === 1 ? 'Comprovante para conferir' : 'Comprovantes para conferir',
      text: proofs.oldestAt ? `O mais antigo chegou ${formatRelative(proofs.oldestAt, now)}.` : '',
      href: `${paths.adminPayments}?comprovante=with`,
    });
  }
  if (bank?.unmatched) {
    const { count, statementId } = bank.unmatched;
    list.push({
      count,
      title: count === 1 ? 'Entrada do banco sem pedido' : 'Entradas do banco sem pedido',
      text: 'Dinheiro que chegou e ninguém ligou a um aluno.',
      href: `${paths.adminStatement(statementId)}?mostrar=unmatched`,
    });
  }
  if (bank && bank.cases > 0) {
    list.push({
      count: bank.cases,
      title: bank.cases === 1 ? 'Escola e banco não batem' : 'Casos em que escola e banco não batem',
      text: 'Valores ou situações diferentes: decida cada um.',
      href: paths.adminCases,
    });
  }
  if (teachers.count > 0) {
    list.push({
      count: teachers.count,
      title: teachers.count === 1 ? 'Professor para aprovar' : 'Professores para aprovar',
      text: teachers.oldestAt ? `O primeiro se cadastrou ${formatRelative(teachers.oldestAt, now)}.` : '',
      href: `${paths.adminUsers}?situacao=pending&tipo=teacher`,
    });
  }
  if (doubts && doubts.count > 0) {
    list.push({
      count: doubts.count,
      title: 'Dúvidas sem resposta há mais de 24 h',
      text: doubts.oldestAt ? `A mais antiga chegou ${formatRelative(doubts.oldestAt, now)}.` : '',
      href: paths.teacherDoubts,
      isLate: true,
    });
  }
  if (essays && essays.overdue > 0) {
    list.push({
      count: essays.overdue,
      title: essays.overdue === 1 ? 'Redação atrasada' : 'Redações atrasadas',
      text: essays.firstDueAt ? `O prazo da primeira venceu ${formatRelative(essays.firstDueAt, now)}.` : '',
      href: paths.teacherEssays,
      isLate: true,
    });
  }
  if (essays && essays.dueToday > 0) {
    list.push({
      count: essays.dueToday,
      title: essays.dueToday === 1 ? 'Redação para devolver hoje' : 'Redações para devolver hoje',
      text: 'O prazo prometido aos alunos termina hoje.',
      href: paths.teacherEssays,
    });
  }
  if (essays?.reviews) {
    list.push({
      count: essays.reviews,
      title: essays.reviews === 1 ? 'Revisão de nota pedida' : 'Revisões de nota pedidas',
      text: 'Decide quem não leu a redação.',
      href: `${paths.teacherEssays}?lista=reviews`,
    });
  }
  if (reports && reports.count > 0) {
    list.push({
      count: reports.count,
      title: reports.count === 1 ? 'Questão reportada' : 'Questões reportadas',
      text: reports.oldestAt ? `O primeiro aviso chegou ${formatRelative(reports.oldestAt, now)}.` : '',
      href: paths.questionReports,
    });
  }
  if (claims && claims.count > 0) {
    list.push({
      count: claims.count,
      title: claims.count === 1 ? 'Afirmação da página por decidir' : 'Afirmações da página por decidir',
      text: claimsText(claims),
      href: paths.adminClaims,
    });
  }
  if (unpaid.count > 0) {
    list.push({
      count: unpaid.count,
      title: 'PIX gerado e não pago',
      text: unpaidText(unpaid, now),
      href: paths.adminUnpaid,
    });
  }
  if (failedMails > 0) {
    list.push({
      count: failedMails,
      title: failedMails === 1 ? 'E-mail que não saiu' : 'E-mails que não saíram',
      text: 'O motivo está na página Sistema.',
      href: paths.adminSystem,
    });
  }
  return list;
}

/**
 * Null: the backup is recent, or this user is not responsible for it. Separate from the list, because a school may make
 * backups in another way.
 */
export function backupWarning({ system }: AdminHome['waiting'], now: Date): string | null {
  if (!system) return null;
  const { lastBackupAt } = system;
  if (lastBackupAt === null) return 'Nenhum backup registrado.';
  if (now.getTime() - Date.parse(lastBackupAt) < BACKUP_TOO_OLD_MS) return null;
  return `O último backup foi ${formatRelative(lastBackupAt, now)}.`;
}

/** 'Duas coisas esperam por você.' */
export const waitingSummary = (list: Waiting[]): string =>
  list.length === 0
    ? 'Nada espera por você agora.'
    : `${plural(list.length, 'coisa espera', 'coisas esperam')} por você.`;

/** Compares this month with the previous one up to the same day. Null: there is nothing to compare with. */
export function monthTrend({ received, lastMonthSoFar }: AdminHome['money']): string | null {
  if (lastMonthSoFar === 0) return null;
  const change = Math.round((received / lastMonthSoFar - 1) * 100);
  if (change === 0) return 'igual ao mês passado no mesmo dia';
  return `${Math.abs(change)}% ${change > 0 ? 'acima' : 'abaixo'} do mês passado no mesmo dia`;
}
