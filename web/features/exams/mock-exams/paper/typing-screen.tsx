import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import * as z from 'zod/mini';
import { type getPaper, paperCode } from '#contract/exams/quiz-paper.ts';
import { isRefused, textOf } from '#web/lib/api.ts';
import { paths } from '#web/lib/paths.ts';
import { BackTo } from '#web/ui/back-to.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { useForm } from '#web/ui/use-form.ts';
import { paperQuery } from './paper.queries.ts';
import { TypingForm } from './typing-form.tsx';

const schema = z.object({ code: paperCode });

/** Answers on paper become attempts: first the code on the sheet, then the sheets one by one. */
export default function TypingScreen() {
  const [code, setCode] = useState('');
  const paper = useQuery({ ...paperQuery(code), enabled: code !== '', retry: false });
  const form = useForm({ initial: { code: '' }, schema, onSubmit: (values) => setCode(values.code) });
  const unknown = isRefused<typeof getPaper>(paper.error, 'not_found')
    ? 'Nenhum simulado seu tem este código. Confira o cartão.'
    : paper.isError
      ? textOf(paper.error)
      : undefined;
  return (
    <Page width="wide-form">
      <BackTo href={paths.teacherQuizzes}>Todos os simulados</BackTo>
      <PageHeader
        title="Digitar respostas do papel"
        subtitle="Cada cartão vira uma tentativa do aluno, corrigida como as outras."
      />
      <Card className="mb-6">
        <form {...form.props} className="flex flex-wrap items-end gap-3">
          <Field label="Código do cartão" error={form.errors.code ?? unknown} className="min-w-52 grow">
            <Input
              autoComplete="off"
              placeholder="ABCD-1234"
              value={form.values.code}
              onChange={({ target }) => form.set({ code: target.value })}
            />
          </Field>
          <Button type="submit" variant="line" busy={paper.isFetching}>
            Abrir
          </Button>
        </form>
      </Card>
      {paper.data && <TypingForm key={paper.data.code} paper={paper.data} />}
    </Page>
  );
}
