import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useParams } from 'wouter';
import { TOPIC_EVIDENCE } from '#contract/study/evidence.ts';
import type { ExamMap } from '#contract/study/exam-map.ts';
import { plural } from '#web/lib/format.ts';
import { usePageTitle } from '#web/lib/page-title.ts';
import { paths } from '#web/lib/paths.ts';
import { useAddressText } from '#web/lib/use-address.ts';
import { ButtonLink } from '#web/ui/button-link.tsx';
import { Chips } from '#web/ui/chips.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { LoadError } from '#web/ui/load-error.tsx';
import { MasterySun } from '#web/ui/mastery-sun.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { SkeletonGroup } from '#web/ui/skeleton.tsx';
import { mapQuery } from './exam-map.queries.ts';
import { MapTree } from './map-tree.tsx';
import { type MapOrder, points, weakestIn } from './map-words.ts';
import { TopicPane } from './topic-pane.tsx';

const orders: readonly MapOrder[] = ['edital', 'gain', 'evidence'];

export default function MapScreen() {
  const { id } = useParams<{ id: string }>();
  const examId = Number(id);
  const map = useQuery(mapQuery(examId));
  usePageTitle(map.data && `Edital: ${map.data.name}`);
  if (map.isError) {
    return (
      <Page>
        <LoadError of={map} title="Não conseguimos carregar o edital" />
      </Page>
    );
  }
  if (!map.data) {
    return (
      <Page>
        <SkeletonGroup className="grid gap-4" blocks={['h-10 w-2/3', 'h-24 rounded-card', 'h-96 rounded-card']} />
      </Page>
    );
  }
  return map.data.hasSyllabus ? <Drawn map={map.data} /> : <WithoutSyllabus map={map.data} />;
}

function WithoutSyllabus({ map }: { map: ExamMap }) {
  return (
    <Page>
      <PageHeader title={`Edital: ${map.name}`} />
      <EmptyState
        title="A escola ainda não cadastrou este edital"
        text="Quando cadastrar, você verá aqui o que cai na prova e onde está em cada assunto."
        action={
          <ButtonLink href={paths.study} variant="line">
            Ir para a Central de Estudos
          </ButtonLink>
        }
      />
    </Page>
  );
}

function Drawn({ map }: { map: ExamMap }) {
  const { text, setText } = useAddressText('ordem');
  const order = orders.find((one) => one === text) ?? 'edital';
  const [chosen, setChosen] = useState<number | null>(null);
  const topicId = chosen ?? weakestIn(map)?.topicId ?? null;
  return (
    <Page>
      <PageHeader
        title={`Edital: ${map.name}`}
        subtitle="Onde você está em cada assunto e quanto ele pesa. Atualizado depois de cada questão."
        actions={
          <Chips
            label="Ordem"
            value={order}
            onValueChange={(value) => setText(value === 'edital' ? '' : value)}
            chips={[
              { value: 'edital', label: 'Ordem do edital' },
              { value: 'gain', label: 'O que mais rende' },
              { value: 'evidence', label: 'Poucas respostas', count: map.littleEvidence },
            ]}
          />
        }
      />
      <Summary map={map} />
      <div className="mt-4 grid items-start gap-4 md:mt-6 md:gap-6 lg:grid-cols-[minmax(0,2.2fr)_minmax(0,1fr)]">
        <MapTree map={map} order={order} chosen={topicId} onChoose={setChosen} />
        {topicId !== null && (
          <div className="beside max-lg:hidden">
            <TopicPane examId={map.examId} topicId={topicId} />
          </div>
        )}
      </div>
      <Legend />
    </Page>
  );
}

function Summary({ map }: { map: ExamMap }) {
  const figures = [
    map.score === null
      ? { label: 'Nota estimada', value: '—', of: `faltam ${plural(map.missing, 'questão', 'questões')}` }
      : { label: 'Nota estimada', value: points(map.score), of: `de ${points(map.of).replace(',0', '')}` },
    {
      label: 'Assuntos com leitura ou questões',
      value: String(map.seenTopics),
      of: `de ${map.topics}`,
    },
    {
      label: 'Poucas respostas',
      value: String(map.littleEvidence),
      of: map.littleEvidence === 1 ? 'assunto' : 'assuntos',
    },
    {
      label: 'Ainda dá para ganhar',
      value: `+${points(map.toGain)}`,
      of: `${map.daysLeft > 0 ? `pontos em ${plural(map.daysLeft, 'dia', 'dias')}` : 'pontos'}${map.isGainLearnt ? '' : ', estimativa'}`,
    },
  ];
  return (
    <div className="@container">
      <dl className="grid grid-cols-2 overflow-hidden rounded-card border border-line bg-surface @max-3xs:grid-cols-1 md:grid-cols-4">
        {figures.map(({ label, value, of }, at) => (
          <div
            key={label}
            className={`border-line p-4 ${at % 2 === 1 ? 'border-l' : ''} ${at > 1 ? 'max-md:border-t' : ''} ${at === 2 ? 'md:border-l' : ''} @max-3xs:border-l-0 @max-3xs:not-first:border-t`}
          >
            <dt className="text-ink-soft text-sm">{label}</dt>
            <dd className="tabular-nums">
              <span className="font-strong text-xl">{value}</span> <span className="text-ink-soft text-sm">{of}</span>
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

const Legend = () => (
  <ul className="mt-4 flex flex-wrap gap-x-6 gap-y-2 text-ink-soft text-sm">
    {[
      { value: null, text: `poucas respostas, menos de ${TOPIC_EVIDENCE} questões` },
      { value: 0.35, text: 'no começo' },
      { value: 0.65, text: 'a caminho' },
      { value: 1, text: 'firme, acima de 80%' },
    ].map(({ value, text }) => (
      <li key={text} className="flex items-center gap-2">
        <MasterySun value={value} className="w-7" /> {text}
      </li>
    ))}
  </ul>
);
