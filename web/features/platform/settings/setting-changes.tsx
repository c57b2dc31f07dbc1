import { useQuery } from '@tanstack/react-query';
import type { SettingChange } from '#contract/platform/settings.ts';
import { formatDateTime } from '#web/lib/format.ts';
import { Card } from '#web/ui/card.tsx';
import { LoadError } from '#web/ui/load-error.tsx';
import { type Column, Table } from '#web/ui/table.tsx';
import { settingChangesQuery } from './settings.queries.ts';
import { inWords, settingLabels } from './settings-fields.ts';
import { sectionOf } from './settings-sections.tsx';

const columns: Column<SettingChange>[] = [
  { key: 'at', header: 'Quando', cell: ({ at }) => formatDateTime(at), nowrap: true, phone: 'aside' },
  {
    key: 'setting',
    header: 'O quê',
    cell: ({ setting }) => <span className="font-strong">{settingLabels[setting]}</span>,
  },
  { key: 'before', header: 'Antes', cell: ({ setting, before }) => inWords(setting, before) },
  { key: 'after', header: 'Depois', cell: ({ setting, after }) => inWords(setting, after) },
  { key: 'by', header: 'Quem', cell: ({ by }) => by ?? 'O servidor' },
];

export function SettingChanges() {
  const changes = useQuery(settingChangesQuery);
  return (
    <Card {...sectionOf('changes')} title="Histórico de mudanças" flush>
      {changes.isError ? (
        <LoadError of={changes} title="Não conseguimos carregar o histórico" />
      ) : (
        <Table
          caption="Mudanças das configurações"
          columns={columns}
          rows={changes.data ?? []}
          rowKey={({ at, setting }) => `${at} ${setting}`}
          loading={changes.isPending}
          empty={<p className="px-4 py-6 text-ink-soft md:px-5">Nada mudou ainda.</p>}
        />
      )}
    </Card>
  );
}
