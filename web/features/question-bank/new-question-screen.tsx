import { ArrowLeft } from 'lucide-react';
import { useState } from 'react';
import { Link, useLocation } from 'wouter';
import { newKey } from '../../lib/new-key.ts';
import { paths } from '../../lib/paths.ts';
import { Page, PageHeader } from '../../ui/page.tsx';
import { useCreateQuestion } from './bank.queries.ts';
import { newQuestion } from './question-draft.ts';
import { QuestionForm } from './question-form.tsx';

export default function NewQuestionScreen() {
  const [, navigate] = useLocation();
  const create = useCreateQuestion();
  const [initial] = useState(newQuestion);
  const [creationKey] = useState(newKey);
  return (
    <Page width="wide-form">
      <Link href={paths.questionBank} className="link mb-4 inline-flex items-center gap-1.5">
        <ArrowLeft /> Banco de questões
      </Link>
      <PageHeader title="Nova questão" />
      <QuestionForm
        initial={initial}
        saving={create.isPending}
        saveLabel="Criar questão"
        draftName="new"
        revision={null}
        onSave={async (input) => {
          const { id } = await create.mutateAsync({ ...input, creationKey });
          navigate(paths.bankQuestion(id));
        }}
      />
    </Page>
  );
}
