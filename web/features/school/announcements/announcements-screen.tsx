import { useQuery } from '@tanstack/react-query';
import type { Announcement } from '#contract/school/announcements.ts';
import { formatDateTime } from '#web/lib/format.ts';
import { school } from '#web/lib/school.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { LoadError } from '#web/ui/load-error.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { Progress } from '#web/ui/progress.tsx';
import { type Column, Table } from '#web/ui/table.tsx';
import { AnnouncementForm } from './announcement-form.tsx';
import { announcementsQuery, useCancel } from './announcements.queries.ts';

const audienceWords = {
  all: 'Todos os alunos',
  people: 'Alunos escolhidos',
  offer: 'Oferta',
  course: 'Curso',
  exam: 'Prova',
};

function State({ announcement }: { announcement: Announcement }) {
  const { state, told, total, sendAt } = announcement;
  if (state === 'cancelled') return `Cancelado; ${told} avisados`;
  if (state === 'sent') {
    return school.sendsMail ? `Enviado a ${told}` : `No sino de ${told}; e-mails guardados, não enviados`;
  }
  if (state === 'scheduled') return `Sai em ${formatDateTime(sendAt)}, para ${total}`;
  return (
    <Progress
      label="Envio"
      value={total === 0 ? 100 : (told / total) * 100}
      valueText={`${told} de ${total}`}
      className="min-w-32"
    />
  );
}

const columns: Column<Announcement>[] = [
  { key: 'title', header: 'Aviso', cell: ({ title }) => <span className="font-strong">{title}</span> },
  {
    key: 'audience',
    header: 'Para',
    cell: ({ audience, audienceName }) =>
      audienceName ? `${audienceWords[audience]}: ${audienceName}` : audienceWords[audience],
  },
  { key: 'state', header: 'Envio', cell: (announcement) => <State announcement={announcement} /> },
  { key: 'at', header: 'Quando', cell: ({ sendAt }) => formatDateTime(sendAt), nowrap: true },
  { key: 'by', header: 'Quem', cell: ({ by }) => by ?? 'Conta excluída' },
];

export default function AnnouncementsScreen() {
  const announcements = useQuery(announcementsQuery);
  const cancel = useCancel();
  return (
    <Page>
      <PageHeader title="Avisos" subtitle="Uma mensagem para muitos alunos, no sino e por e-mail" />
      <div className="grid gap-6">
        <AnnouncementForm />
        <Card flush title="Avisos enviados e agendados">
          {announcements.isError ? (
            <LoadError of={announcements} title="Não conseguimos carregar os avisos" headingLevel={3} />
          ) : (
            <Table
              caption="Avisos"
              columns={columns}
              rows={announcements.data ?? []}
              rowKey={({ id }) => String(id)}
              rowActions={({ id, state, title }) =>
                (state === 'scheduled' || state === 'sending') && (
                  <Button
                    variant="line"
                    size="sm"
                    aria-label={`Cancelar ${title}`}
                    busy={cancel.isPending && cancel.variables === id}
                    onClick={() => cancel.mutate(id)}
                  >
                    Cancelar
                  </Button>
                )
              }
              loading={announcements.isPending}
              empty={<p className="px-4 pb-5 text-ink-soft md:px-5">Nenhum aviso ainda.</p>}
            />
          )}
        </Card>
      </div>
    </Page>
  );
}
