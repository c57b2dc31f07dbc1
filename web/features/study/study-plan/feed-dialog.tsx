import { useQuery } from '@tanstack/react-query';
import { Button } from '#web/ui/button.tsx';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { LoadError } from '#web/ui/load-error.tsx';
import { SkeletonGroup } from '#web/ui/skeleton.tsx';
import { planFeedQuery, useDeleteFeed, useRenewFeed } from './study-plan.queries.ts';

export default function FeedDialog({ onClose }: { onClose: () => void }) {
  const feed = useQuery(planFeedQuery);
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title="Plano no calendário" size="sm">
      {feed.isPending && <SkeletonGroup blocks={['h-24 w-full']} />}
      {feed.isError && <LoadError of={feed} title="Não conseguimos carregar o endereço" headingLevel={3} />}
      {feed.data && (feed.data.path === null ? <WithoutAddress /> : <WithAddress path={feed.data.path} />)}
    </Dialog>
  );
}

function WithoutAddress() {
  const renew = useRenewFeed();
  return (
    <div className="grid gap-4">
      <p>O plano aparece no Google Agenda, no iPhone ou no Outlook, sempre atualizado. O endereço é só seu.</p>
      <Button busy={renew.isPending} busyLabel="Criando..." onClick={() => renew.mutate()}>
        Assinar no meu calendário
      </Button>
    </div>
  );
}

function WithAddress({ path }: { path: string }) {
  const renew = useRenewFeed();
  const remove = useDeleteFeed();
  const address = `${location.origin}${path}`;
  return (
    <div className="grid gap-4">
      <Field label="Endereço do calendário" help="Quem tiver este endereço vê seu plano. Não o publique.">
        <Input readOnly value={address} onFocus={(event) => event.target.select()} />
      </Field>
      <CopyButton text={address} label="Copiar endereço" copiedLabel="Endereço copiado" />
      <p className="text-ink-soft text-sm">
        No iPhone, no Mac e no Outlook basta{' '}
        <a href={address.replace(/^https?:/, 'webcal:')} className="link">
          assinar neste aparelho
        </a>
        . No Google Agenda: Outras agendas, Inscrever-se por URL.
      </p>
      <div className="flex flex-wrap gap-3">
        <Button variant="line" size="sm" busy={renew.isPending} onClick={() => renew.mutate()}>
          Trocar endereço
        </Button>
        <Button variant="bad" size="sm" busy={remove.isPending} onClick={() => remove.mutate()}>
          Desativar
        </Button>
      </div>
    </div>
  );
}
