import { formatDecimal } from '#web/lib/format.ts';

const kappaWriter = new Intl.NumberFormat('pt-BR', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

export const kappaText = (kappa: number | null): string => (kappa === null ? '—' : kappaWriter.format(kappa));

/** How a reader differs from the others, in hundredths of the total. Less than half a hundredth is shown as equal. */
export function severityWords(difference: number): string {
  const amount = `${formatDecimal(Math.abs(difference))}%`;
  if (Math.abs(difference) < 0.5) return 'como os outros';
  return difference > 0 ? `${amount} acima dos outros` : `${amount} abaixo dos outros`;
}

/** The usual reading of Cohen's kappa (Landis and Koch). */
export function agreementWords(kappa: number | null): string {
  if (kappa === null) return 'faltam leituras';
  if (kappa < 0.4) return 'fraca';
  if (kappa < 0.6) return 'moderada';
  return kappa < 0.8 ? 'boa' : 'muito boa';
}
