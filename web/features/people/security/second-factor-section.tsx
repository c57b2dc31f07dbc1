import { useQuery } from '@tanstack/react-query';
import { KeyRound, Smartphone } from 'lucide-react';
import { useState } from 'react';
import { textOf } from '#web/lib/api.ts';
import { formatDate } from '#web/lib/format.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { SkeletonGroup } from '#web/ui/skeleton.tsx';
import { toast } from '#web/ui/toast.ts';
import { RenewCodesDialog } from './renew-codes-dialog.tsx';
import { secondFactorQuery, useBeginSetUp } from './second-factor.queries.ts';
import { SecurityRow } from './security-row.tsx';
import { type Begun, SetUpDialog } from './set-up-dialog.tsx';
import { TurnOffDialog } from './turn-off-dialog.tsx';

export function SecondFactorSection() {
  const factor = useQuery(secondFactorQuery);
  const isOn = !!factor.data?.enabledAt;
  return (
    <Card title="Segundo fator" aside={isOn ? <Badge tone="ok">Ligado</Badge> : undefined}>
      {factor.isPending && <SkeletonGroup blocks={['h-20 w-full']} />}
      {factor.isError && (
        <ErrorState title="Não conseguimos carregar esta parte" onRetry={() => factor.refetch()} headingLevel={3} />
      )}
      {factor.data?.enabledAt && <On {...factor.data} enabledAt={factor.data.enabledAt} />}
      {factor.data && !factor.data.enabledAt && <Off />}
    </Card>
  );
}

function Off() {
  const [begun, setBegun] = useState<Begun | null>(null);
  const begin = useBeginSetUp();
  const start = () =>
    begin.mutate(
      {},
      {
        onSuccess: setBegun,
        onError: (error) => toast({ title: 'Não foi possível ligar', description: textOf(error), tone: 'bad' }),
      },
    );
  return (
    <>
      <ul>
        <SecurityRow icon={<Smartphone />} title="Aplicativo autenticador" text="Desligado">
          <Button variant="line" size="sm" busy={begin.isPending} busyLabel="Abrindo..." onClick={start}>
            Ligar
          </Button>
        </SecurityRow>
      </ul>
      <p className="mt-3 text-ink-soft text-sm">
        Com ele, entrar com senha pede também um código do seu celular: a senha sozinha não abre a conta.
      </p>
      {begun && <SetUpDialog begun={begun} onClose={() => setBegun(null)} />}
    </>
  );
}

type OnProps = { enabledAt: string; required: boolean; recoveryCodesLeft: number };

function On({ enabledAt, required, recoveryCodesLeft }: OnProps) {
  const [open, setOpen] = useState<'replace' | 'renew' | 'off' | null>(null);
  const close = () => setOpen(null);
  return (
    <>
      <ul>
        <SecurityRow
          icon={<Smartphone />}
          title="Aplicativo autenticador"
          text={`Pedido quando você entra com senha. Ligado em ${formatDate(enabledAt)}.`}
        >
          <Button variant="line" size="sm" onClick={() => setOpen('replace')}>
            Trocar
          </Button>
        </SecurityRow>
        <SecurityRow icon={<KeyRound />} title="Códigos de recuperação" text={codesLeft(recoveryCodesLeft)}>
          <Button variant="line" size="sm" onClick={() => setOpen('renew')}>
            Gerar novos
          </Button>
        </SecurityRow>
      </ul>
      {required ? (
        <p className="mt-3 text-ink-soft text-sm">
          Sua função na escola pede o segundo fator: ele não pode ser desligado.
        </p>
      ) : (
        <Button variant="bad" size="sm" className="mt-3" onClick={() => setOpen('off')}>
          Desligar segundo fator
        </Button>
      )}
      {open === 'replace' && <SetUpDialog begun={null} onClose={close} />}
      {open === 'renew' && <RenewCodesDialog onClose={close} />}
      {open === 'off' && <TurnOffDialog onClose={close} />}
    </>
  );
}

function codesLeft(count: number): string {
  if (count === 0) return 'Nenhum guardado.';
  return count === 1 ? 'Resta 1 código.' : `Restam ${count} códigos.`;
}
