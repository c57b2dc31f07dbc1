import type { OwnReport, ReportReason } from '#contract/study/question-reports.ts';
import { formatDate } from '#web/lib/format.ts';

export const reasonNames: Record<ReportReason, string> = {
  key: 'Gabarito',
  text: 'Texto',
  image: 'Imagem',
  duplicate: 'Questão repetida',
};

/** 'Você reportou em 16/11/2026: Gabarito. Em análise.' */
export function reportState({ reason, createdAt, outcome }: OwnReport): string {
  const said = `Você reportou em ${formatDate(createdAt)}: ${reasonNames[reason]}.`;
  if (outcome === null) return `${said} Em análise: avisamos você pelo sino.`;
  return `${said} ${outcome === 'fixed' ? 'A questão foi corrigida.' : 'Conferimos e não encontramos erro.'}`;
}
