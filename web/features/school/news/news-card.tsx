import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { dismissNews, getNewsSeen } from '#contract/school/news.ts';
import { call } from '#web/lib/api.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { readQuery } from '#web/lib/read-query.ts';
import { schoolKeys } from '#web/lib/school-keys.ts';
import { useUser } from '#web/lib/session.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { toastFailure } from '#web/ui/toast-failure.ts';
import { newsFor } from './news-texts.ts';

const newsQuery = readQuery(getNewsSeen, schoolKeys.news);

/** After an upgrade: what is new for teachers and the owner, until they dismiss it. Nothing while that is unknown. */
export default function NewsCard() {
  const user = useUser();
  const { data } = useQuery(newsQuery);
  const dismiss = useMutation({
    mutationFn: (version: string) => call(dismissNews, { body: { version } }),
    onSuccess: (seen) => queryClient.setQueryData(newsQuery.queryKey, seen),
    onError: toastFailure('Não foi possível dispensar'),
  });
  const news = data && newsFor(user, data.seen);
  if (!news) return null;
  return (
    <Card title={`O que há de novo na versão ${news.version}`}>
      <ul className="mb-4 grid list-disc gap-1.5 pl-6">
        {news.items.map(({ text, path }) => (
          <li key={text}>
            {path ? (
              <Link href={path} className="link tappable">
                {text}
              </Link>
            ) : (
              text
            )}
          </li>
        ))}
      </ul>
      <Button
        variant="line"
        busy={dismiss.isPending}
        busyLabel="Dispensando..."
        onClick={() => dismiss.mutate(news.version)}
      >
        Entendi
      </Button>
    </Card>
  );
}
