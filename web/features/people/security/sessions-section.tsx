import { useQuery } from '@tanstack/react-query';
import { Monitor, Smartphone } from 'lucide-react';
import { useState } from 'react';
import { textOf } from '#web/lib/api.ts';
import { formatRelative } from '#web/lib/format.ts';
import { useNow } from '#web/lib/hydration.ts';
import { useUser } from '#web/lib/session.ts';
import { AlertDialog } from '#web/ui/alert-dialog.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { SkeletonGroup } from '#web/ui/skeleton.tsx';
import { toast } from '#web/ui/toast.ts';
import { sessionsQuery, useEndAllSessions, useEndSession } from './security.queries.ts';
import { SecurityRow } from './security-row.tsx';

export function SessionsSection() {
  const user = useUser();
  const sessions = useQuery(sessionsQuery);
  const [asking, setAsking] = useState(false);
  const endAll = useEndAllSessions(user.id);

  return (
    <Card
      title="Aparelhos conectados"
      aside={
        <Button variant="bad" size="sm" onClick={() => setAsking(true)}>
          Sair de todos os aparelhos
        </Button>
      }
    >
      {sessions.isPending && <SkeletonGroup blocks={['h-20 w-full']} />}
      {sessions.isError && (
        <ErrorState title="Não conseguimos carregar a lista" onRetry={() => sessions.refetch()} headingLevel={3} />
      )}
      <ul className="grid">
        {sessions.data?.map((session) => (
          <SessionRow key={session.id} session={session} />
        ))}
      </ul>
      <AlertDialog
        open={asking}
        onOpenChange={setAsking}
        title="Sair de todos os aparelhos?"
        text="Você será desconectado aqui também e precisará entrar de novo."
        confirmLabel="Sair de todos"
        tone="bad"
        busy={endAll.isPending}
        onConfirm={() => endAll.mutate()}
      />
    </Card>
  );
}

type Session = { id: string; device: string; lastSeenAt: string; current: boolean };

function SessionRow({ session }: { session: Session }) {
  const end = useEndSession();
  const now = useNow();
  return (
    <SecurityRow
      icon={/Android|iOS/.test(session.device) ? <Smartphone /> : <Monitor />}
      title={session.device}
      text={`Visto ${formatRelative(session.lastSeenAt, now)}`}
    >
      {session.current ? (
        <Badge tone="ok">Este aparelho</Badge>
      ) : (
        <Button
          variant="line"
          size="sm"
          busy={end.isPending}
          busyLabel="Saindo..."
          onClick={() =>
            end.mutate(session.id, {
              onSuccess: () => toast({ title: 'Aparelho desconectado' }),
              onError: (error) =>
                toast({ title: 'Não foi possível desconectar', description: textOf(error), tone: 'bad' }),
            })
          }
        >
          Desconectar
        </Button>
      )}
    </SecurityRow>
  );
}
