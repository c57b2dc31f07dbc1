import { useQuery } from '@tanstack/react-query';
import { ArrowRight } from 'lucide-react';
import { useState } from 'react';
import { formatLongDay } from '#web/lib/calendar-day.ts';
import { Button } from '#web/ui/button.tsx';
import { LoadError } from '#web/ui/load-error.tsx';
import { RadioGroup } from '#web/ui/radio-group.tsx';
import { SkeletonGroup } from '#web/ui/skeleton.tsx';
import { examsQuery, useFollowExam } from './contests.queries.ts';

const SHOWN_FIRST = 5;

/** The first day's question: which exam is yours? */
export default function ExamChoice({ onPass }: { onPass: () => void }) {
  const exams = useQuery(examsQuery);
  const follow = useFollowExam();
  const [chosen, setChosen] = useState<string | null>(null);
  const [all, setAll] = useState(false);
  if (exams.isPending) return <SkeletonGroup blocks={['h-28 w-full']} />;
  if (exams.isError) {
    return <LoadError of={exams} title="Não conseguimos carregar as provas" text={null} headingLevel={3} />;
  }
  if (exams.data.length === 0) {
    return (
      <>
        <p className="mb-4 text-ink-soft">
          A escola ainda não anunciou provas. Quando anunciar, você escolhe a sua aqui.
        </p>
        <Button variant="next" size="lg" className="max-md:w-full" onClick={onPass}>
          Continuar <ArrowRight />
        </Button>
      </>
    );
  }
  const shown = all ? exams.data : exams.data.slice(0, SHOWN_FIRST);
  const exam = exams.data.find(({ id }) => String(id) === chosen);
  return (
    <>
      <p className="mb-4 text-ink-soft">O plano se ajusta aos dias que faltam. Você troca quando quiser.</p>
      <RadioGroup
        label="Sua prova"
        hideLabel
        look="cards"
        value={chosen}
        onValueChange={setChosen}
        options={shown.map(({ id, name, organisation, date }) => ({
          value: String(id),
          label: <span className="wrap-anywhere font-strong">{name}</span>,
          help: `${organisation}, ${formatLongDay(date)}`,
        }))}
      />
      {shown.length < exams.data.length && (
        <Button variant="quiet" className="mt-2" onClick={() => setAll(true)}>
          Ver todas
        </Button>
      )}
      <div className="mt-4 flex flex-wrap gap-3 max-md:grid">
        <Button
          variant="next"
          size="lg"
          disabled={!exam}
          busy={follow.isPending}
          onClick={() => exam && (exam.followed ? onPass() : follow.mutate(exam, { onSuccess: onPass }))}
        >
          Continuar com esta prova <ArrowRight />
        </Button>
        <Button variant="quiet" size="lg" onClick={onPass}>
          Escolher depois
        </Button>
      </div>
    </>
  );
}
