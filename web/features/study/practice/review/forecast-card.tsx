import { useQuery } from '@tanstack/react-query';
import type { RecallOutlook, ReviewForecast } from '#contract/study/review.ts';
import { formatDay } from '#web/lib/calendar-day.ts';
import { plural } from '#web/lib/format.ts';
import { Card } from '#web/ui/card.tsx';
import { LoadError } from '#web/ui/load-error.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { forecastQuery } from './review.queries.ts';

/** The share of answered questions still known, today and on the day of the exam, with its uncertainty. */
export default function ForecastCard() {
  const forecast = useQuery(forecastQuery);
  if (forecast.isPending) return <Skeleton className="h-56 rounded-card" />;
  return (
    <Card title="O que você vai lembrar">
      {forecast.data ? (
        <Told forecast={forecast.data} />
      ) : (
        <LoadError of={forecast} title="Não conseguimos fazer a previsão" text={null} headingLevel={3} />
      )}
    </Card>
  );
}

function Told({ forecast: { enough, missing, exam, all, subjects } }: { forecast: ReviewForecast }) {
  if (!enough || !all) {
    return (
      <p className="text-ink-soft">
        {missing > 0
          ? `Ainda não dá para prever: ${missing === 1 ? 'falta' : 'faltam'} ${plural(missing, 'questão respondida', 'questões respondidas')}.`
          : 'Ainda não dá para prever.'}
      </p>
    );
  }
  const hasExam = all.ifStopped !== null;
  return (
    <>
      <p className="mb-3 text-ink-soft text-sm">
        Das {plural(all.questions, 'questão que você já respondeu', 'questões que você já respondeu')}.{' '}
        {exam && hasExam
          ? `Na prova, em ${formatDay(exam.date)}: se você não revisar mais nada, ou com a revisão feita todo dia.`
          : 'Siga uma prova para ver quanto disso chega até ela.'}
      </p>
      <table className="w-full text-sm tabular-nums">
        <thead>
          <tr className="border-line border-b text-ink-soft">
            <th scope="col" className="py-2 text-left font-normal">
              Matéria
            </th>
            <Heading>Hoje</Heading>
            {hasExam && <Heading>Se parar</Heading>}
            {hasExam && <Heading>Revisando</Heading>}
          </tr>
        </thead>
        <tbody>
          <Row name="Tudo" outlook={all} isWhole />
          {subjects.map(({ subjectId, name, ...outlook }) => (
            <Row key={subjectId ?? 0} name={name ?? 'Sem matéria'} outlook={outlook} />
          ))}
        </tbody>
      </table>
      <p className="mt-3 text-ink-soft text-xs">
        Estimativa da sua memória, não promessa. Os números menores dizem entre quais porcentagens ela fica em 8 de cada
        10 casos.
      </p>
    </>
  );
}

const Heading = ({ children }: { children: string }) => (
  <th scope="col" className="py-2 pl-2 text-right font-normal">
    {children}
  </th>
);

function Row({ name, outlook, isWhole }: { name: string; outlook: RecallOutlook; isWhole?: boolean }) {
  const { today, ifStopped, ifFollowed } = outlook;
  return (
    <tr className="border-line border-b align-top last:border-b-0">
      <th scope="row" className={`wrap-anywhere py-2 text-left ${isWhole ? 'font-strong' : 'font-normal'}`}>
        {name}
      </th>
      {[today, ifStopped, ifFollowed].map(
        (recall, place) =>
          recall && (
            // biome-ignore lint/suspicious/noArrayIndexKey: the three columns are never reordered
            <td key={place} className="py-2 pl-2 text-right">
              <span className={isWhole ? 'font-strong' : ''}>{percent(recall.mean)}%</span>
              <span className="block whitespace-nowrap text-ink-soft text-xs">
                <span className="sr-only">entre </span>
                {percent(recall.low)}
                <span aria-hidden="true">–</span>
                <span className="sr-only"> e </span>
                {percent(recall.high)}
              </span>
            </td>
          ),
      )}
    </tr>
  );
}

const percent = (share: number) => Math.round(share * 100);
