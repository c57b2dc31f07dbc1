import { useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { newKey } from '#web/lib/new-key.ts';
import { paths } from '#web/lib/paths.ts';
import { BackTo } from '#web/ui/back-to.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { useCreateQuestion } from './bank.queries.ts';
import { newQuestion, snapshotOf } from './question-draft.ts';
import { QuestionForm } from './question-form.tsx';

export function NewQuestion() {
  const [, navigate] = useLocation();
  const create = useCreateQuestion();
  const [stored] = useState(() => ({ value: newQuestion(), revision: null, savedAt: null }));
  const [creationKey] = useState(newKey);
  const made = useRef<number>(null);
  return (
    <Page width="wide-form">
      <BackTo href={paths.questionBank}>Banco de questões</BackTo>
      <PageHeader title="Nova questão" />
      <QuestionForm
        name="new"
        isNew
        stored={stored}
        saveLabel="Criar questão"
        send={async (input) => {
          const question = await create.mutateAsync({ ...input, creationKey });
          made.current = question.id;
          return snapshotOf(question);
        }}
        onSaved={() => made.current !== null && navigate(paths.bankQuestion(made.current))}
      />
    </Page>
  );
}
