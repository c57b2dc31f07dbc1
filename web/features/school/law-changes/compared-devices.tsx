import type { ChangedDevice } from '#contract/school/law-changes.ts';
import { plural } from '#web/lib/format.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Card } from '#web/ui/card.tsx';
import { deviceWords } from './device-words.ts';

const ways = {
  changed: { label: 'mudou', tone: 'sun' },
  added: { label: 'incluído', tone: 'ok' },
  revoked: { label: 'revogado', tone: 'bad' },
} as const;

/** The changed devices with their texts before and after, side by side where there is space. */
export function ComparedDevices({ devices, total }: { devices: readonly ChangedDevice[]; total: number }) {
  return (
    <Card title="Antes e agora" aside={plural(total, 'dispositivo', 'dispositivos')} flush>
      <ul className="max-h-[32rem] divide-y divide-line overflow-y-auto">
        {devices.map(({ lexId, change, before, after }) => (
          <li key={lexId} className="grid gap-2 px-4 py-3 md:grid-cols-[10rem_1fr_1fr] md:gap-4 md:px-5">
            <div className="flex flex-wrap items-start gap-2 md:grid md:content-start">
              <b>{deviceWords(lexId)}</b>
              <Badge tone={ways[change].tone} icon={null}>
                {ways[change].label}
              </Badge>
            </div>
            <div className="min-w-0">
              <p className="text-ink-soft text-xs">Antes</p>
              <p className="wrap-anywhere text-sm">{before === '' ? 'Não existia.' : <del>{before}</del>}</p>
            </div>
            <div className="min-w-0">
              <p className="text-ink-soft text-xs">Agora</p>
              <p className="wrap-anywhere text-sm">{change === 'revoked' ? 'Revogado.' : <ins>{after}</ins>}</p>
            </div>
          </li>
        ))}
      </ul>
      {total > devices.length && (
        <p className="border-line border-t px-4 py-3 text-ink-soft text-sm md:px-5">
          E mais {plural(total - devices.length, 'dispositivo', 'dispositivos')}.
        </p>
      )}
    </Card>
  );
}
