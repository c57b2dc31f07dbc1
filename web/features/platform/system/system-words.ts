import { SCORE_COVERAGE_LEAST, SCORE_RESULTS_LEAST } from '#contract/limits.ts';
import { formatNumber } from '#web/lib/format.ts';
import { figureText } from './figure-words.ts';

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
export function describeResult(job: string, result: Record<string, number>): string {
  const parts = Object.entries(result)
    .filter(([name, count]) => count > 0 && name !== 'failed' && name !== 'withdrawn')
    .map(([name, count]) => {
      if (name === 'bytes') return formatBytes(count);
      const number = name.endsWith('Loss') ? precise.format(count) : formatNumber(count);
      return `${number} ${figureText(job, name, count)}`;
    });
  return parts.join(', ') || (result.failed ? '' : 'nada a fazer');
}
