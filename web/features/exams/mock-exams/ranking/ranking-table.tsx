import type { RankedPerson, Ranking } from '#contract/exams/quiz-ranking.ts';
import { formatMinutes, formatPoints, plural } from '#web/lib/format.ts';
import { cx } from '#web/ui/cx.ts';

/** How many people are between the first ones and those around the student. */
const gapOf = ({ top, around: [first] }: Ranking) => (first ? first.place - top.length - 1 : 0);

const tableClass =
  'w-full border-collapse tabular-nums [&_td]:px-3 [&_td]:py-3 [&_td]:md:px-5 [&_th]:px-3 [&_th]:py-2 [&_th]:font-strong [&_th]:text-sm [&_th]:md:px-5';

export function RankingTable({ ranking }: { ranking: Ranking }) {
  const gap = gapOf(ranking);
  return (
    <table className={tableClass}>
      <caption className="sr-only">Posições</caption>
      <thead>
        <tr className="border-line border-b text-ink-soft">
          <th scope="col" className="text-right">
            Posição
          </th>
          <th scope="col" className="text-left">
            Quem
          </th>
          <th scope="col" className="text-right">
            Nota
          </th>
          <th scope="col" className="text-right">
            Tempo
          </th>
        </tr>
      </thead>
      <tbody>
        {ranking.top.map((person) => (
          <PersonRow key={person.alias} person={person} />
        ))}
        {gap > 0 && (
          <tr className="border-line border-b text-center text-ink-soft text-sm">
            <td colSpan={4} className="py-1!">
              {plural(gap, 'posição', 'posições')}
            </td>
          </tr>
        )}
        {ranking.around.map((person) => (
          <PersonRow key={person.alias} person={person} />
        ))}
      </tbody>
    </table>
  );
}

function PersonRow({ person: { position, alias, points, timeSpent, isYou } }: { person: RankedPerson }) {
  return (
    <tr aria-current={isYou || undefined} className={rowClass(isYou)}>
      <td className="text-right">{position}º</td>
      <td>
        <b className="font-strong">{alias}</b> {isYou && '(você)'}
      </td>
      <td className="text-right">{formatPoints(points)}</td>
      <td className="text-right text-ink-soft">{formatMinutes(timeSpent / 60)}</td>
    </tr>
  );
}

/** Who missed a minimum, apart from the others and without a position. */
export function EliminatedTable({ ranking: { eliminated, eliminatedPeople } }: { ranking: Ranking }) {
  if (eliminatedPeople.length === 0) return null;
  const others = eliminated - eliminatedPeople.length;
  return (
    <section aria-label="Eliminados" className="border-line border-t">
      <h3 className="px-3 pt-4 font-strong md:px-5">Eliminados</h3>
      <p className="px-3 text-ink-soft text-sm md:px-5">Não alcançaram um mínimo da prova. Não têm posição.</p>
      <table className={tableClass}>
        <caption className="sr-only">Eliminados, pela nota</caption>
        <thead className="sr-only">
          <tr>
            <th scope="col">Quem</th>
            <th scope="col">Nota</th>
            <th scope="col">Tempo</th>
          </tr>
        </thead>
        <tbody>
          {eliminatedPeople.map(({ alias, points, timeSpent, isYou }) => (
            <tr key={alias} aria-current={isYou || undefined} className={rowClass(isYou)}>
              <td>
                <b className="font-strong">{alias}</b> {isYou && '(você)'}
              </td>
              <td className="text-right">{formatPoints(points)}</td>
              <td className="text-right text-ink-soft">{formatMinutes(timeSpent / 60)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {others > 0 && (
        <p className="px-3 pb-3 text-ink-soft text-sm md:px-5">e mais {plural(others, 'pessoa', 'pessoas')}</p>
      )}
    </section>
  );
}

const rowClass = (isYou: boolean) =>
  cx('border-line border-b last:border-0', isYou && 'bg-selected shadow-[inset_3px_0_0_var(--ink)]');
