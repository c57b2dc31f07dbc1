import { ESSAYS_COUNTED_MAX } from '#contract/exams/essay-limits.ts';
import { plural } from '#web/lib/format.ts';

/** '500+' where the server stopped counting. */
export const countedWords = (count: number): string =>
  count > ESSAYS_COUNTED_MAX ? `${ESSAYS_COUNTED_MAX}+` : String(count);

type Counts = { waiting: number; dueToday: number; overdue: number };

/** Where the server stopped counting, the last count is the least that there is. */
export function countWords({ waiting, dueToday, overdue }: Counts): string {
  const isCut = waiting > ESSAYS_COUNTED_MAX;
  const some = (count: number, isLast: boolean, one: string, many: string) =>
    isCut && isLast ? [`mais de ${count - 1} ${many}`] : count > 0 ? [plural(count, one, many)] : [];
  const late = overdue === waiting;
  const parts = [
    ...(waiting === 0 ? ['nenhuma espera correção'] : some(waiting, true, 'espera correção', 'esperam correção')),
    ...some(dueToday, dueToday > 0 && overdue + dueToday === waiting, 'vence hoje', 'vencem hoje'),
    ...some(overdue, late, 'atrasada', 'atrasadas'),
  ];
  return `${parts.join(', ')}. Quem escreveu não aparece: só o número.`;
}
