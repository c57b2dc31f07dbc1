import type { ShownRules } from '#contract/exams/shown-rules.ts';
import { formatPoints, plural } from '#web/lib/format.ts';
import type { AttemptResult } from './quizzes.queries.ts';

/** A result that is counted by rules and shows. */
export type RuledResult = AttemptResult & { points: number; maxPoints: number; passLine: number; rules: ShownRules };

export function ruledOf(result: AttemptResult): RuledResult | null {
  const { points, maxPoints, passLine, rules } = result;
  if (points === null || maxPoints === null || passLine === null || rules === null) return null;
  return { ...result, points, maxPoints, passLine, rules };
}

export const pointWords = (points: number) => `${formatPoints(points)} ${Math.abs(points) === 1 ? 'ponto' : 'pontos'}`;

/** By how much, in points. Who is above the line and missed a minimum learns that here, and where below it. */
export function ruledHeadline({ points, passLine, passed }: RuledResult): string {
  const distance = Math.round((points - passLine) * 100) / 100;
  if (distance < 0) return `${distance === -1 ? 'Faltou' : 'Faltaram'} ${pointWords(-distance)} para o corte`;
  if (!passed) return 'Você passou do corte, mas não de um mínimo';
  if (distance === 0) return 'Você passou do corte, na medida';
  return `Você passou do corte, com ${pointWords(distance)} de folga`;
}

const listed = new Intl.ListFormat('pt-BR');

/** 'Eliminado por mínimo em Direito Penal e no total.' */
export function eliminationText({ minimums }: Pick<RuledResult, 'minimums'>): string | null {
  const missed = minimums.filter(({ isReached }) => !isReached);
  if (missed.length === 0) return null;
  return `Eliminado por mínimo ${listed.format(missed.map(({ name, isTotal }) => (isTotal ? 'no total' : `em ${name}`)))}.`;
}

/** '41 certas, 13 erradas, 6 em branco' */
export function countWords({ right, wrong, blank, annulled }: Counts): string {
  return [
    plural(right, 'certa', 'certas'),
    plural(wrong, 'errada', 'erradas'),
    blank > 0 && `${blank} em branco`,
    annulled > 0 && plural(annulled, 'anulada', 'anuladas'),
  ]
    .filter(Boolean)
    .join(', ');
}
type Counts = { right: number; wrong: number; blank: number; annulled: number };

export const totalCounts = (subjects: readonly Counts[]): Counts =>
  subjects.reduce(
    (sum, one) => ({
      right: sum.right + one.right,
      wrong: sum.wrong + one.wrong,
      blank: sum.blank + one.blank,
      annulled: sum.annulled + one.annulled,
    }),
    { right: 0, wrong: 0, blank: 0, annulled: 0 },
  );

const signed = (points: number) => `${points > 0 ? '+' : points < 0 ? '−' : ''}${formatPoints(Math.abs(points))}`;

/** The points of a right, a wrong and a blank answer. */
export const worthWords = ({ right, wrong, blank }: Pick<ShownRules, 'right' | 'wrong' | 'blank'>) =>
  `Certa ${signed(right)}, errada ${signed(wrong)}, em branco ${signed(blank)}.`;

/** The hint beside a question: a common phrase when a wrong answer costs what a right one gives. */
export const worthHint = (worth: Pick<ShownRules, 'right' | 'wrong' | 'blank'>) =>
  worth.wrong === -worth.right && worth.blank === 0
    ? 'Nesta prova, cada erro anula um acerto. Em branco não soma nem tira.'
    : worthWords(worth);

export const annulmentText: Record<ShownRules['annulment'], string> = {
  point: 'Questão anulada: o ponto é de todos.',
  pro_rata: 'Questão anulada: os pontos dela são divididos entre as outras da matéria.',
  dropped: 'Questão anulada: deixa de contar.',
};

/** 'Empate: vence quem tem mais pontos em Direito Penal, depois menos erros.' */
export function tieText(tieBreaks: ShownRules['tieBreaks']): string | null {
  const words = { right: 'mais acertos', wrong: 'menos erros', time: 'menos tempo' };
  const parts = tieBreaks.flatMap(({ by, subject }) => {
    if (by !== 'subject') return words[by];
    return subject === null ? [] : `mais pontos em ${subject}`;
  });
  return parts.length === 0 ? null : `Empate: vence quem tem ${parts.join(', depois ')}.`;
}
