import { useState } from 'react';
import { useLocation } from 'wouter';
import { createQuiz } from '#contract/exams/quiz-authoring.ts';
import { QUIZ_TITLE_MAX } from '#contract/limits.ts';
import { newKey } from '#web/lib/new-key.ts';
import { paths } from '#web/lib/paths.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { useForm } from '#web/ui/use-form.ts';
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
  // A second click or a lost answer makes no second quiz.
  const [creationKey] = useState(newKey);
  const create = useCreateQuiz();
  const form = useForm({
    initial: { title: '' },
    schema: createQuiz.body,
    onSubmit: ({ title }) =>
      create.mutate(
        { title, creationKey },
        { onSuccess: ({ id }) => navigate(paths.teacherQuiz(id)), onError: form.refused },
      ),
  });

  return (
    <form {...form.props} className="grid grid-cols-1 gap-4">
      <Field
        label="Título"
        error={form.errors.title}
        help="Você escreve as questões em seguida. Nada é publicado ainda."
      >
        <Input
          {...form.field('title')}
          maxLength={QUIZ_TITLE_MAX}
          placeholder="Ex: Simulado 3: Direito Constitucional"
        />
      </Field>
      <Button type="submit" busy={create.isPending} busyLabel="Criando..." className="md:justify-self-end">
        Criar simulado
      </Button>
    </form>
  );
}
