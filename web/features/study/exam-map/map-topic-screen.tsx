import { Link, useParams } from 'wouter';
import { paths } from '#web/lib/paths.ts';
import { Page } from '#web/ui/page.tsx';
import { TopicPane } from './topic-pane.tsx';

/** The content beside the map on a wide screen. */
export default function MapTopicScreen() {
  const { id, topicId } = useParams<{ id: string; topicId: string }>();
  return (
    <Page width="form">
      <Link href={paths.examMap(Number(id))} className="link mb-2 inline-flex min-h-11 items-center">
        Voltar para o edital
      </Link>
      <TopicPane examId={Number(id)} topicId={Number(topicId)} heading={1} />
    </Page>
  );
}
