import type { AttemptResult } from './quizzes.queries.ts';
import { Fact } from './result-facts.tsx';
import { formatDuration } from './score.ts';

/** The student's position in the window; without a ranking the time spent. */
export function PositionOrTime({ result }: { result: AttemptResult }) {
  const { position, of, alias, timeSpent } = result;
  if (position === null || of === null) return <Fact label="Tempo" value={formatDuration(timeSpent)} />;
  return (
    <Fact label="Sua posição" value={`${position}º`}>
      de {of}, como {alias}. Só você vê que é você.
    </Fact>
  );
}
