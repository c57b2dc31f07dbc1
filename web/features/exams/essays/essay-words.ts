import type { Espelho } from '#contract/exams/espelho.ts';
import type { EssayKind } from '#contract/exams/essay-themes.ts';
import type { OpenTheme } from '#contract/exams/essays.ts';
import { formatNumber, formatPoints } from '#web/lib/format.ts';

export const kindNames: Record<EssayKind, string> = {
  essay: 'Redação',
  question: 'Questão discursiva',
  document: 'Peça',
};

/** The number under which a reader sees an essay, never its student. */
export const essayCode = (id: number) => `Nº ${formatNumber(id)}`;

/** The number that a printed sheet of a theme carries. */
export const themeCode = (id: number) => `Tema ${formatNumber(id)}`;

export function ruleWords({ rule }: Pick<Espelho, 'rule'>): string {
  return rule.kind === 'sum'
    ? 'A nota é a soma dos critérios.'
    : `A nota é o conteúdo menos ${formatPoints(rule.factor)} × erros de língua ÷ linhas escritas, nunca abaixo de 0.`;
}

/** '2,5' or '2.5' as a number; null for anything else. */
export function pointsOf(text: string): number | null {
  const trimmed = text.trim().replace(',', '.');
  return /^\d+(\.\d{1,2})?$/.test(trimmed) ? Number(trimmed) : null;
}

export const pointsText = (points: number | undefined): string =>
  points === undefined ? '' : String(points).replace('.', ',');

/** The exam and the topic of a theme, where it has them. */
export const aboutOf = ({ examName, topic }: Pick<OpenTheme, 'examName' | 'topic'>): string[] =>
  [examName, topic].flatMap((one) => one ?? []);
