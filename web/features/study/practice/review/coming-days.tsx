import type { ReviewDay } from '#contract/study/review.ts';
import { formatDayAndMonth } from '#web/lib/calendar-day.ts';
import { plural } from '#web/lib/format.ts';
import { dayWriter, shortWeekday } from '#web/lib/intl.ts';
import { Card } from '#web/ui/card.tsx';
import { Stat } from '#web/ui/stat.tsx';

const weekday = dayWriter(shortWeekday);
const shortName = (day: string) => weekday(new Date(day)).replace('.', '');

/** The lists of the next days: repeated questions, and new ones on top. */
export function ComingDays({ coming, most }: Pick<ReviewDay, 'coming' | 'most'>) {
  if (coming.length === 0) return null;
  const words = coming.map(({ day, back, fresh }, at) => {
    const name = at === 0 ? 'amanhã' : formatDayAndMonth(day);
    return `${name}: ${plural(back, 'questão volta', 'questões voltam')}${fresh > 0 ? ` e ${plural(fresh, 'nova', 'novas')}` : ''}`;
  });
  return (
    <Card title="Próximos dias" aside={<span className="text-ink-soft text-sm">nunca mais de {most} por dia</span>}>
      <div role="img" aria-label={words.join('; ')} className="grid grid-cols-7 gap-1.5">
        {coming.map(({ day, back, fresh }, at) => (
          <div key={day} className="grid min-w-0 grid-rows-[6.5rem_auto] text-center text-xs">
            <div className="flex flex-col justify-end border-ink border-b-2">
              <span className="tabular-nums">{back + fresh}</span>
              <span className="rounded-t-sm bg-line-strong" style={{ height: `${(fresh / most) * 5}rem` }} />
              <span className="bg-ill-blue" style={{ height: `${(back / most) * 5}rem` }} />
            </div>
            <span className={at === 0 ? 'font-strong' : 'text-ink-soft'}>{shortName(day)}</span>
          </div>
        ))}
      </div>
      <p className="mt-3 text-ink-soft text-xs">
        Em azul, questões que voltam; em cinza, novas. Uma estimativa: cada resposta muda os dias seguintes.
      </p>
    </Card>
  );
}

/** How stable the memory of the day's questions is. */
export function Grip({ grip }: { grip: NonNullable<ReviewDay['grip']> }) {
  const days = (count: number) => plural(count, 'dia', 'dias');
  return (
    <div className="grid grid-cols-1 gap-3 md:grid-cols-3 md:gap-4">
      <Stat
        label="Firmes"
        value={grip.firm}
        note={grip.firm > 0 ? `por ${days(grip.firmDays)} ou mais` : 'nenhuma por uma semana ainda'}
      />
      <Stat
        label="Quase"
        value={grip.almost}
        note={grip.almost > 0 ? `começam a escapar em ${days(grip.almostDays)}` : 'nenhuma no meio do caminho'}
      />
      <Stat
        label="Ainda não"
        value={grip.notYet}
        note={grip.notYet > 0 ? 'foram para o caderno' : 'nenhum erro hoje'}
      />
    </div>
  );
}
