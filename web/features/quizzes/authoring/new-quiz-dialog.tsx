import { type FormEvent, useState } from 'react';
import { useLocation } from 'wouter';
import { QUIZ_TITLE_MAX } from '../../../../contract/limits.ts';
import { newKey } from '../../../lib/new-key.ts';
import { paths } from '../../../lib/paths.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field } from '../../../ui/field.tsx';
import { Input } from '../../../ui/input.tsx';
import { usePointOut } from '../../../ui/use-point-out.ts';
import { useCreateQuiz } from './authoring.queries.ts';

type NewQuizDialogProps = { open: boolean; onOpenChange: (open: boolean) => void };

export function NewQuizDialog({ open, onOpenChange }: NewQuizDialogProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Novo simulado" size="sm">
      <NewQuizForm />
    </Dialog>
  );
}

function NewQuizForm() {
  const [, navigate] = useLocation();
  const [title, setTitle] = useState('');
  const [error, setError] = useState<string | null>(null);
  // A second click or a lost answer makes no second quiz.
  const [creationKey] = useState(newKey);
  const create = useCreateQuiz();
  const { area, pointOut } = usePointOut();

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (title.trim() === '') {
      setError('Dê um título ao simulado.');
      return pointOut();
    }
    create.mutate({ title, creationKey }, { onSuccess: ({ id }) => navigate(paths.teacherQuiz(id)) });
  };

  return (
    <form ref={area} noValidate onSubmit={submit} className="grid grid-cols-1 gap-4">
      <Field label="Título" error={error} help="Você escreve as questões em seguida. Nada é publicado ainda.">
        <Input
          value={title}
          maxLength={QUIZ_TITLE_MAX}
          placeholder="Ex: Simulado 3: Direito Constitucional"
          onChange={(event) => {
            setTitle(event.target.value);
            setError(null);
          }}
        />
      </Field>
      <Button type="submit" busy={create.isPending} busyLabel="Criando..." className="md:justify-self-end">
        Criar simulado
      </Button>
    </form>
  );
}
