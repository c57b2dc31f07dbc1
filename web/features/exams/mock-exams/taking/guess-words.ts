import { formatPoints, plural } from '#web/lib/format.ts';
import type { RuledResult } from './ruled-words.ts';

type Doubted = Pick<RuledResult, 'points' | 'doubts' | 'passLine'>;

/** 'Se tivesse deixado em branco as que marcou com dúvida: 61,0 em vez de 57,0.' */
export function guessWords({ points, doubts, passLine }: Doubted): string | null {
  if (!doubts) return null;
  const { count, right, pointsWithout } = doubts;
  const guessed = `Você marcou ${plural(count, 'resposta', 'respostas')} como chute e acertou ${right}.`;
  if (pointsWithout === points) return `${guessed} Deixadas em branco, a nota seria a mesma.`;
  const instead = `Se tivesse deixado em branco as que marcou com dúvida: ${formatPoints(pointsWithout)} em vez de ${formatPoints(points)}`;
  const crossed = points < passLine && pointsWithout >= passLine ? ', acima do corte' : '';
  return `${guessed} ${instead}${crossed}.`;
}

/** The chance of being right from which a guess pays more than a blank; null when there is none. */
export function guessPaysFrom({ right, wrong, blank }: RuledResult['rules']): number | null {
  return wrong < blank && right > wrong ? ((blank - wrong) / (right - wrong)) * 100 : null;
}
