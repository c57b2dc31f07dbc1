import { useInfiniteQuery } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import { reportedCommentsScreen } from '#contract/question-comment-screens.ts';
import { type DoubtList, doubtLists } from '#contract/study/doubts.ts';
import { CommentQueueScreen } from '#web/features/study/question-comments/comment-queue-screen.tsx';
import { plural } from '#web/lib/format.ts';
import { paths } from '#web/lib/paths.ts';
import { useAddressChoice } from '#web/lib/use-address.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { LoadError } from '#web/ui/load-error.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { ShowMore } from '#web/ui/show-more.tsx';
import { SkeletonGroup } from '#web/ui/skeleton.tsx';
import { TabPanel, Tabs } from '#web/ui/tabs.tsx';
import { DoubtCard } from './doubt-card.tsx';
import { queueQuery } from './queue.queries.ts';
import { ReportedQuestions } from './reported-questions.tsx';

const listNames: Record<DoubtList, string> = {
  waiting: 'Esperando resposta',
  answered: 'Respondidas',
  reported: 'Denunciadas',
};

const nothing: Record<DoubtList, { title: string; text: string }> = {
  waiting: {
    title: 'Nenhuma dúvida esperando',
    text: 'O que os alunos perguntarem sobre suas questões e aulas aparece aqui, a mais antiga primeiro.',
  },
  answered: {
    title: 'Nenhuma dúvida respondida',
    text: 'As respostas que você der ficam aqui, e dá para corrigi-las.',
  },
  reported: { title: 'Nada denunciado', text: 'Se um aluno apontar algo impróprio, você decide aqui.' },
};

/** The three queues of what students say share a file: doubts, reported questions and reported comments. */
export default function DoubtsScreen() {
  const [location] = useLocation();
  if (location === reportedCommentsScreen) return <CommentQueueScreen />;
  return location === paths.questionReports ? <ReportedQuestions /> : <AskedDoubts />;
}

/** Doubts of students: the author of the question or lesson answers, administrators answer everywhere. */
function AskedDoubts() {
  const [list, setList] = useAddressChoice<DoubtList>('lista', doubtLists);
  return (
    <Page width="wide-form">
      <PageHeader title="Dúvidas" subtitle="O que os alunos perguntam sobre questões e aulas" />
      <Tabs
        label="Dúvidas"
        value={list}
        onValueChange={setList}
        tabs={doubtLists.map((value) => ({ value, label: listNames[value] }))}
      >
        <TabPanel value={list}>
          <Queue list={list} />
        </TabPanel>
      </Tabs>
    </Page>
  );
}

function Queue({ list }: { list: DoubtList }) {
  const queue = useInfiniteQuery(queueQuery(list));
  const rows = queue.data?.pages.flatMap(({ items }) => items) ?? [];
  const total = queue.data?.pages[0]?.total;
  if (queue.isError && !queue.data) return <LoadError of={queue} title="Não conseguimos buscar as dúvidas" />;
  if (total === undefined) return <SkeletonGroup className="grid gap-4" blocks={['h-40', 'h-40']} />;
  if (total === 0) return <EmptyState {...nothing[list]} />;
  return (
    <>
      <p className="mb-3 text-ink-soft text-sm">{plural(total, 'dúvida', 'dúvidas')}</p>
      <ul className="grid grid-cols-1 gap-4">
        {rows.map((doubt) => (
          <li key={doubt.id}>
            <DoubtCard doubt={doubt} />
          </li>
        ))}
      </ul>
      <ShowMore pages={queue} place="below" />
    </>
  );
}
