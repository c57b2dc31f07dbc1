import { useQuery } from '@tanstack/react-query';
import { MoreHorizontal, Plus } from 'lucide-react';
import { useState } from 'react';
import type { Topic } from '#contract/content/topics.ts';
import { plural } from '#web/lib/format.ts';
import { useAddressText } from '#web/lib/use-address.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { cx } from '#web/ui/cx.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Field } from '#web/ui/field.tsx';
import { LoadError } from '#web/ui/load-error.tsx';
import { Menu, MenuItem, MenuSeparator } from '#web/ui/menu.tsx';
import { NamedOptions } from '#web/ui/options.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { Select } from '#web/ui/select.tsx';
import { SkeletonGroup } from '#web/ui/skeleton.tsx';
import { subjectsQuery } from './subjects.ts';
import { type Doing, TopicDialog } from './topic-dialogs.tsx';
import { topicsQuery } from './topics.ts';

export default function TopicsScreen() {
  const subjects = useQuery(subjectsQuery);
  const { text, setText } = useAddressText('materia');
  const chosen = subjects.data?.find(({ id }) => String(id) === text) ?? subjects.data?.[0];
  const [doing, setDoing] = useState<Doing | null>(null);
  return (
    <Page width="wide-form">
      <PageHeader
        title="Assuntos"
        subtitle="As questões e as aulas de cada matéria, por assunto e subassunto"
        actions={
          chosen && (
            <Button onClick={() => setDoing({ what: 'create', parent: null })}>
              <Plus /> Novo assunto
            </Button>
          )
        }
      />
      {subjects.data?.length === 0 && (
        <EmptyState title="Nenhuma matéria ainda" text="Crie a primeira ao publicar uma aula ou importar questões." />
      )}
      {chosen && (
        <div className="grid grid-cols-1 gap-4">
          <Field label="Matéria" className="md:max-w-96">
            <Select value={chosen.id} onChange={({ target }) => setText(target.value)}>
              <NamedOptions of={subjects.data} />
            </Select>
          </Field>
          <Tree key={chosen.id} subjectId={chosen.id} onDo={setDoing} />
        </div>
      )}
      {chosen && doing && (
        <TopicDialog subjectId={chosen.id} doing={doing} onDo={setDoing} onClose={() => setDoing(null)} />
      )}
    </Page>
  );
}

function Tree({ subjectId, onDo }: { subjectId: number; onDo: (doing: Doing) => void }) {
  const topics = useQuery(topicsQuery(subjectId));
  if (topics.isPending) return <SkeletonGroup className="grid gap-2" blocks={['h-14', 'h-14', 'h-14']} />;
  if (topics.isError) return <LoadError of={topics} title="Não conseguimos buscar os assuntos" />;
  if (topics.data.length === 0) {
    return (
      <EmptyState
        title="Esta matéria ainda não tem assuntos"
        text="Crie o primeiro, ou importe questões que já os tragam."
      />
    );
  }
  return (
    <Card flush>
      <ul className="divide-y divide-line">
        {topics.data.map((topic) => (
          <Row
            key={topic.id}
            topic={topic}
            hasSubtopics={topics.data.some(({ parentId }) => parentId === topic.id)}
            onDo={onDo}
          />
        ))}
      </ul>
    </Card>
  );
}

type RowProps = { topic: Topic; hasSubtopics: boolean; onDo: (doing: Doing) => void };

function Row({ topic, hasSubtopics, onDo }: RowProps) {
  const { name, parentId, questionCount, lessonCount } = topic;
  return (
    <li className={cx('flex items-center gap-3 py-2 pr-2 pl-4 md:pl-5', parentId !== null && 'pl-10 md:pl-12')}>
      <div className="min-w-0 grow">
        <p className={cx('[overflow-wrap:anywhere]', parentId === null && 'font-strong')}>{name}</p>
        <p className="text-ink-soft text-sm tabular-nums">
          {plural(questionCount, 'questão', 'questões')}, {plural(lessonCount, 'aula', 'aulas')}
        </p>
      </div>
      <Menu
        trigger={
          <Button variant="quiet" size="icon" aria-label={`Ações de ${name}`}>
            <MoreHorizontal />
          </Button>
        }
      >
        {parentId === null && (
          <MenuItem onSelect={() => onDo({ what: 'create', parent: topic })}>Novo subassunto</MenuItem>
        )}
        <MenuItem onSelect={() => onDo({ what: 'rename', topic })}>Renomear</MenuItem>
        <MenuItem onSelect={() => onDo({ what: 'move', topic, hasSubtopics })}>Mover</MenuItem>
        <MenuItem onSelect={() => onDo({ what: 'merge', topic })}>Juntar com outro</MenuItem>
        <MenuSeparator />
        <MenuItem tone="bad" onSelect={() => onDo({ what: 'delete', topic, hasSubtopics })}>
          Excluir
        </MenuItem>
      </Menu>
    </li>
  );
}
