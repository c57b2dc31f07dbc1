import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { SampleSchool } from '#contract/platform/admin-system.ts';
import { formatDate, plural } from '#web/lib/format.ts';
import { AlertDialog } from '#web/ui/alert-dialog.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { sampleSchoolQuery } from './sample-school.queries.ts';
import { useRemoveSample } from './system.queries.ts';

/** Only with an example school: its content, and one action that removes it. */
export function SampleCard() {
  const { data } = useQuery(sampleSchoolQuery);
  const remove = useRemoveSample();
  const [asking, setAsking] = useState(false);
  const sample = data?.sample;
  if (!sample) return null;
  return (
    <Card
      title="Escola de exemplo"
      aside={
        <Button variant="bad" size="sm" onClick={() => setAsking(true)}>
          Remover a escola de exemplo
        </Button>
      }
    >
      <p>
        Criada em {formatDate(sample.loadedAt)} para você conhecer a plataforma: {contents(sample)}. São pessoas e
        resultados inventados, com endereços em exemplo.invalid. Nenhum e-mail sai para elas.
      </p>
      <AlertDialog
        open={asking}
        onOpenChange={setAsking}
        title="Remover a escola de exemplo?"
        text="Saem todas as pessoas de exemplo, com o que fizeram e pagaram, e as aulas, simulados, cursos e provas que vieram com elas. Fica o que seus alunos já usam e o que você alterou. Não dá para desfazer."
        confirmLabel="Remover"
        tone="bad"
        busy={remove.isPending}
        busyLabel="Removendo..."
        onConfirm={() => remove.mutate(undefined, { onSuccess: () => setAsking(false) })}
      />
    </Card>
  );
}

const contents = ({ people, courses, lessons, quizzes }: SampleSchool) =>
  `${plural(people, 'pessoa', 'pessoas')}, ${plural(courses, 'curso', 'cursos')}, ${plural(lessons, 'aula', 'aulas')} e ${plural(quizzes, 'simulado', 'simulados')}`;
