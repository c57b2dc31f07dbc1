import { BadgeCheck } from 'lucide-react';
import { Suspense, useState } from 'react';
import type { Settings, TestedPix } from '#contract/platform/settings.ts';
import { formatMoney } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { lazyChunk } from '#web/ui/lazy-chunk.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { toastFailure } from '#web/ui/toast-failure.ts';
import { SettingField, type SettingsForm } from './setting-field.tsx';
import { useTestPix } from './settings.queries.ts';
import { sectionOf } from './settings-sections.tsx';

const QrCode = lazyChunk(() => import('#web/ui/qr-code.tsx'));

const kinds: Record<TestedPix['keyKind'], string> = {
  cpf: 'CPF',
  cnpj: 'CNPJ',
  email: 'E-mail',
  phone: 'Telefone',
  random: 'Chave aleatória',
};

const providers: Record<NonNullable<Settings['provider']>, string> = {
  'api-pix': 'API Pix do Banco Central',
  asaas: 'Asaas (PIX, cartão e boleto)',
};

type PixSettingsProps = { form: SettingsForm; provider: Settings['provider']; onRefused: (error: unknown) => boolean };

export function PixSettings({ form, provider, onRefused }: PixSettingsProps) {
  const test = useTestPix();
  const [tested, setTested] = useState<TestedPix | null>(null);
  const { pixKey, pixMerchantName, pixMerchantCity } = form.fields;
  const orNone = (text: string) => text.trim() || null;
  const run = () =>
    test.mutate(
      {
        pixKey: orNone(pixKey),
        pixMerchantName: orNone(pixMerchantName),
        pixMerchantCity: orNone(pixMerchantCity),
      },
      {
        onSuccess: setTested,
        onError: (error) => {
          setTested(null);
          if (!onRefused(error)) toastFailure('O código de teste não saiu')(error);
        },
      },
    );
  const typed: SettingsForm = {
    ...form,
    // The test result is only valid for the values it was made with.
    change: (wish) => {
      setTested(null);
      form.change(wish);
    },
  };
  return (
    <Card
      {...sectionOf('pix')}
      title="PIX"
      aside={
        <Button variant="line" size="sm" onClick={run} busy={test.isPending} busyLabel="Testando...">
          Testar
        </Button>
      }
    >
      <div className="grid gap-4 md:grid-cols-2">
        <SettingField
          form={typed}
          name="pixKey"
          autoCapitalize="none"
          spellCheck={false}
          help="CPF, CNPJ, e-mail, telefone com +55 ou chave aleatória."
        />
        <SettingField
          form={typed}
          name="pixMerchantName"
          optional
          help="Até 25 letras, sem acento, como o banco mostra. Vazio: o nome da escola."
        />
        <SettingField form={typed} name="pixMerchantCity" optional help="Até 15 letras. Vazio: Brasília." />
      </div>
      {tested && <Tested tested={tested} />}
      {provider && (
        <Notice tone="sun" className="mt-4" title={`Confirmação automática: ${providers[provider]}`}>
          Feita pela documentação e testada com um serviço de mentira, nunca com o de verdade. Comece com um pedido de
          valor pequeno e confira no extrato.
        </Notice>
      )}
      <p className="mt-4 text-ink-soft text-sm">
        Mudar o PIX pede a sua confirmação e avisa os outros administradores.
      </p>
    </Card>
  );
}

function Tested({ tested }: { tested: TestedPix }) {
  return (
    <div role="status" className="mt-5 border-line border-t pt-5">
      {tested.isExample && (
        <Notice tone="bad" className="mb-4" title="Sem chave: este é o exemplo que ninguém deve pagar">
          Enquanto não houver uma chave, os códigos dos alunos levam a este endereço, que não existe.
        </Notice>
      )}
      <div className="grid gap-5 md:grid-cols-[160px_1fr]">
        <Suspense fallback={<Skeleton className="size-40" />}>
          <QrCode text={tested.code} label="Código PIX de teste" className="size-40" />
        </Suspense>
        <div className="grid content-start gap-3">
          <p className="flex gap-2 font-strong">
            <BadgeCheck className="mt-1" /> O código confere. O aplicativo do banco mostra:
          </p>
          <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-sm [&>dd]:break-all [&>dt]:text-ink-soft">
            <dt>Recebedor</dt>
            <dd>{tested.merchantName}</dd>
            <dt>Cidade</dt>
            <dd>{tested.merchantCity}</dd>
            <dt>{kinds[tested.keyKind]}</dt>
            <dd>{tested.key}</dd>
            <dt>Valor</dt>
            <dd>{formatMoney(tested.amount)}</dd>
          </dl>
          <p className="text-ink-soft text-sm">
            Leia com o seu banco para ver o nome de quem recebe. Não precisa pagar: o banco só confere a chave.
          </p>
          <CopyButton text={tested.code} label="Copiar código" size="sm" className="justify-self-start" />
        </div>
      </div>
    </div>
  );
}
