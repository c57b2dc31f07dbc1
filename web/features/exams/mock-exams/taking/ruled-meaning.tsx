import { Check, Minus, TriangleAlert } from 'lucide-react';
import { formatNumber, formatPoints, plural } from '#web/lib/format.ts';
import { resultOf } from '../results.ts';
import { PassBadge } from './pass-badge.tsx';
import { PositionOrTime } from './position-fact.tsx';
import { Fact, Facts } from './result-facts.tsx';
import { countWords, eliminationText, type RuledResult, totalCounts } from './ruled-words.ts';

/** The points compared with the cut and the minimums; beside them the score as in every quiz. */
export function RuledMeaning({ result }: { result: RuledResult }) {
  const { points, maxPoints, passLine, minimums, subjects } = result;
  const distance = Math.round((points - passLine) * 100) / 100;
  const plain = resultOf(result);
  const missed = minimums.filter(({ isReached }) => !isReached);
  return (
    <>
      <Facts>
        <Fact label="Nota líquida" value={formatPoints(points)} unit={`de ${formatNumber(maxPoints)}`}>
          {countWords(totalCounts(subjects))}
        </Fact>
        <Fact label="Nota de corte" value={formatPoints(passLine)}>
          {distance !== 0 && (
            <span className={distance > 0 ? 'text-ok' : 'text-bad'}>
              {distance > 0 ? <Check className="inline size-4" /> : <Minus className="inline size-4" />}{' '}
              <b>{formatPoints(Math.abs(distance))}</b> {distance > 0 ? 'acima' : 'abaixo'}
            </span>
          )}
        </Fact>
        {minimums.length > 0 && (
          <Fact label="Mínimos" value={`${minimums.length - missed.length} de ${minimums.length}`}>
            {missed.length === 0 ? (
              <span className="text-ok">
                <Check className="inline size-4" /> todos atingidos
              </span>
            ) : (
              <>
                <span className="block text-bad">
                  <TriangleAlert className="inline size-4" />{' '}
                  {missed.length === 1 ? 'falta um' : `faltam ${missed.length}`}
                </span>
                {missed.map(({ name, points: reached, minimum }) => (
                  <span key={name} className="block">
                    {name}: {formatPoints(reached)}, mínimo {formatPoints(minimum)}
                  </span>
                ))}
              </>
            )}
          </Fact>
        )}
        <PositionOrTime result={result} />
      </Facts>
      {plain && (
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
          <PassBadge passed={plain.passed} />
          <span>
            Nota {plain.score}/10: {plain.correctAnswers} de {plural(result.totalQuestions, 'acerto', 'acertos')}.
          </span>
          <span>{eliminationText(result)}</span>
        </p>
      )}
    </>
  );
}
