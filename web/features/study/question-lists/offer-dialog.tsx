import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { QuestionList } from '#contract/study/question-lists.ts';
import { teacherDashboardQuery } from '#web/features/content/courses/courses.queries.ts';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { LoadError } from '#web/ui/load-error.tsx';
import { SkeletonGroup } from '#web/ui/skeleton.tsx';
import { toast } from '#web/ui/toast.ts';
import { useOfferList } from './question-lists.queries.ts';

/** The courses whose students find the list under 'Da turma'. */
export function OfferDialog({ list, onClose }: { list: QuestionList; onClose: () => void }) {
  const courses = useQuery(teacherDashboardQuery);
  const [chosen, setChosen] = useState(() => new Set(list.courseIds));
  const [ended, setEnded] = useState<readonly number[]>([]);
  const offer = useOfferList(list.id);
  const toggle = (id: number, isChosen: boolean) => {
    const next = new Set(chosen);
    if (isChosen) next.add(id);
    else next.delete(id);
    setChosen(next);
  };
  const save = () =>
    offer.mutate(
      { courseIds: [...chosen], ended: [...ended] },
      {
        onSuccess: () => {
          toast({ title: 'Oferta salva', description: 'Os alunos encontram o caderno em “Da turma”.' });
          onClose();
        },
      },
    );
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Oferecer a um curso"
      description="Cada aluno leva uma cópia, que fica com ele."
      size="sm"
      footer={
        <Button busy={offer.isPending} busyLabel="Salvando..." onClick={save}>
          Salvar
        </Button>
      }
    >
      {courses.isError && <LoadError of={courses} title="Não conseguimos buscar os cursos" headingLevel={3} />}
      {courses.isPending && <SkeletonGroup blocks={['h-24']} />}
      {courses.data?.courses.length === 0 && (
        <EmptyState
          headingLevel={3}
          title="Nenhum curso seu"
          text="Crie um curso para oferecer cadernos a uma turma."
        />
      )}
      {courses.data?.courses.map(({ id, title }) => (
        <Checkbox
          key={id}
          label={title}
          checked={chosen.has(id)}
          onChange={({ target }) => toggle(id, target.checked)}
        />
      ))}
      {list.givenCourses.map(({ id, title }) => (
        <Checkbox
          key={id}
          label={title}
          help="O curso agora é de outra pessoa. Desmarque para encerrar a oferta."
          checked={!ended.includes(id)}
          onChange={({ target }) => setEnded(target.checked ? ended.filter((one) => one !== id) : [...ended, id])}
        />
      ))}
    </Dialog>
  );
}
