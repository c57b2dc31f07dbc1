import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useLocation } from 'wouter';
import type { ResponseOf } from '../../../contract/endpoint.ts';
import type { getPracticeSubjects } from '../../../contract/practice.ts';
import type { Difficulty } from '../../../contract/question-shapes.ts';
import { textOf } from '../../lib/api.ts';
import { plural } from '../../lib/format.ts';
import { newKey } from '../../lib/new-key.ts';
import { paths } from '../../lib/paths.ts';
import { topicOption } from '../../lib/topics.ts';
import { useAddressChoices } from '../../lib/use-address.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Field } from '../../ui/field.tsx';
import { Page, PageHeader } from '../../ui/page.tsx';
import { Select } from '../../ui/select.tsx';
import { Skeleton, SkeletonGroup } from '../../ui/skeleton.tsx';
import { practiceSubjectsQuery, useStartPractice } from './practice.queries.ts';
import { practiceTopics } from './practice-topics.ts';
import { RecentPractices } from './recent-practices.tsx';

const counts = [5, 10, 20, 30, 50];
const COUNT = 10;
const ALL = 'todas';
const difficulties: [Difficulty, string][] = [
  ['easy', 'Fácil'],
  ['medium', 'Média'],
  ['hard', 'Difícil'],
];

/** The choices as the address has them; what it says of something that is not there counts as no choice. */
function useChoices(subjects: ResponseOf<typeof getPracticeSubjects>) {
  const [asked, choose] = useAddressChoices({
    subject: 'materia',
    topic: 'assunto',
    difficulty: 'dificuldade',
    count: 'quantas',
  });
  const chosen = subjects.find(({ id }) => id !== null && String(id) === asked.subject);
  const topics = practiceTopics(chosen?.topics ?? []);
  return {
    chosen,
    topics,
    topicId: topics.find(({ id }) => String(id) === asked.topic)?.id ?? null,
    difficulty: difficulties.find(([code]) => code === asked.difficulty)?.[0],
    count: counts.find((size) => String(size) === asked.count) ?? COUNT,
    choose,
  };
}

export default function FreePracticeScreen() {
  const subjects = useQuery(practiceSubjectsQuery);
  const total = subjects.data?.reduce((sum, { count }) => sum + count, 0);
  return (
    <Page width="wide-form">
      <PageHeader title="Treino livre" subtitle="Questões do banco, com a resposta comentada logo depois de cada uma" />
      <div className="grid grid-cols-1 gap-6">
        <nav aria-label="Revisão" className="grid grid-cols-1 gap-3 md:grid-cols-2">
          <Link href={paths.review} className={buttonClass({ variant: 'next' })}>
            Revisão de hoje
          </Link>
          <Link href={paths.mistakes} className={buttonClass({ variant: 'line' })}>
            Caderno de erros
          </Link>
        </nav>
        {subjects.isPending && (
          <SkeletonGroup>
            <Skeleton className="h-64" />
          </SkeletonGroup>
        )}
        {subjects.isError && (
          <ErrorState
            title="Não conseguimos buscar as matérias"
            text={textOf(subjects.error)}
            onRetry={() => subjects.refetch()}
            retrying={subjects.isFetching}
          />
        )}
        {total === 0 && (
          <EmptyState
            title="Nada para treinar ainda"
            text="As questões de um simulado entram no treino livre depois que você o finaliza."
            action={
              <Link href={paths.quizzes} className={buttonClass()}>
                Ver simulados
              </Link>
            }
          />
        )}
        {total !== undefined && total > 0 && <Chooser />}
        <RecentPractices />
      </div>
    </Page>
  );
}

function Chooser() {
  const [, navigate] = useLocation();
  const subjects = useQuery(practiceSubjectsQuery).data ?? [];
  const { chosen, topics, topicId, difficulty, count, choose } = useChoices(subjects);
  const [creationKey, setCreationKey] = useState(newKey);
  const start = useStartPractice();
  const named = subjects.filter(({ id }) => id !== null);
  const total = subjects.reduce((sum, one) => sum + one.count, 0);

  const begin = () =>
    start.mutate(
      {
        kind: 'free',
        count,
        creationKey,
        ...(chosen?.id ? { subjectId: chosen.id } : {}),
        ...(topicId === null ? {} : { topicId }),
        ...(difficulty ? { difficulty } : {}),
      },
      {
        onSuccess: ({ id }) => navigate(paths.practice(id)),
        // Another try may be another choice: it must not be answered with what the first one made.
        onError: () => setCreationKey(newKey()),
      },
    );

  return (
    <Card title="O que treinar">
      <form
        className="grid grid-cols-1 gap-4 md:grid-cols-2"
        onSubmit={(event) => {
          event.preventDefault();
          begin();
        }}
      >
        <Field label="Matéria">
          <Select
            value={chosen ? String(chosen.id) : ALL}
            onChange={({ target }) => choose({ subject: target.value === ALL ? '' : target.value, topic: '' })}
          >
            <option value={ALL}>Todas as matérias ({total})</option>
            {named.map(({ id, name, count: size }) => (
              <option key={id} value={String(id)}>
                {name} ({size})
              </option>
            ))}
          </Select>
        </Field>
        <Field label="Assunto">
          <Select
            value={topicId ?? ''}
            disabled={topics.length === 0}
            onChange={({ target }) => choose({ topic: target.value })}
          >
            <option value="">Todos</option>
            {topics.map((one) => (
              <option key={one.id} value={one.id}>
                {topicOption(one.parentId, one.topic)} ({one.count})
              </option>
            ))}
          </Select>
        </Field>
        <Field label="Dificuldade">
          <Select value={difficulty ?? ''} onChange={({ target }) => choose({ difficulty: target.value })}>
            <option value="">Todas</option>
            {difficulties.map(([code, name]) => (
              <option key={code} value={code}>
                {name}
              </option>
            ))}
          </Select>
        </Field>
        <Field label="Quantidade">
          <Select
            value={count}
            onChange={({ target }) => choose({ count: target.value === String(COUNT) ? '' : target.value })}
          >
            {counts.map((size) => (
              <option key={size} value={size}>
                {plural(size, 'questão', 'questões')}
              </option>
            ))}
          </Select>
        </Field>
        <Button
          type="submit"
          className="md:col-span-2 md:justify-self-start"
          busy={start.isPending}
          busyLabel="Sorteando..."
        >
          Começar treino
        </Button>
      </form>
    </Card>
  );
}
