import type { Person } from '#contract/people/people.ts';
import { formatDateTime } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { useResendMail } from './people.queries.ts';

/** What left to the person of late, each to be sent once more. */
export function PersonMails({ person }: { person: Person }) {
  const resend = useResendMail(person.id);
  return (
    <Card title="E-mails">
      {person.mails.length === 0 && <p className="text-ink-soft">Nenhum e-mail ainda.</p>}
      <ul className="divide-y divide-line">
        {person.mails.map(({ id, subject, sentAt, isStored }) => (
          <li key={id} className="flex items-center justify-between gap-3 py-2">
            <span className="min-w-0">
              <span className="block break-words">{subject}</span>
              <span className="block text-ink-soft text-sm">
                {isStored ? 'guardado, não enviado, em ' : 'enviado em '}
                {formatDateTime(sentAt)}
              </span>
            </span>
            <Button
              variant="line"
              size="sm"
              aria-label={`Reenviar: ${subject}`}
              busy={resend.isPending && resend.variables === id}
              onClick={() => resend.mutate(id)}
            >
              Reenviar
            </Button>
          </li>
        ))}
      </ul>
    </Card>
  );
}
