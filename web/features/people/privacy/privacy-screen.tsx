import { useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { exportData, type Privacy } from '#contract/people/privacy.ts';
import { addressOf } from '#web/lib/api.ts';
import { formatDateTime } from '#web/lib/format.ts';
import { AccountPage } from '#web/ui/account-page.tsx';
import { buttonClass } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { LoadError } from '#web/ui/load-error.tsx';
import { SkeletonGroup } from '#web/ui/skeleton.tsx';
import { ConsentCard } from './consent-card.tsx';
import { DeletionCard } from './deletion-card.tsx';
import { privacyQuery } from './privacy.queries.ts';

export default function PrivacyScreen() {
  const privacy = useQuery(privacyQuery);
  return (
    <AccountPage title="Privacidade" subtitle="O que guardamos sobre você, e o que você pode fazer com isso">
      <ExportCard />
      {privacy.isPending && <SkeletonGroup blocks={['mb-6 h-40 w-full', 'h-40 w-full']} />}
      {privacy.isError && <LoadError of={privacy} title="Não conseguimos carregar seus registros" />}
      {privacy.data && (
        <>
          <ConsentCard privacy={privacy.data} />
          <ProofViewsCard views={privacy.data.proofViews} />
          <DeletionCard deletion={privacy.data.deletion} />
        </>
      )}
    </AccountPage>
  );
}

function ExportCard() {
  return (
    <Card title="Seus dados">
      <p className="mb-4">
        Uma cópia de tudo o que guardamos sobre você: cadastro, pagamentos, estudos e os arquivos que você enviou, em um
        arquivo .zip.
      </p>
      <a href={addressOf(exportData)} download className={buttonClass({ variant: 'line' })}>
        <Download /> Baixar meus dados
      </a>
    </Card>
  );
}

function ProofViewsCard({ views }: { views: Privacy['proofViews'] }) {
  return (
    <Card title="Quem viu seus comprovantes">
      {views.length === 0 ? (
        <p className="text-ink-soft">A equipe ainda não abriu nenhum comprovante seu.</p>
      ) : (
        <>
          <p className="mb-2 text-ink-soft text-sm">Só a equipe que confere pagamentos pode abri-los.</p>
          <ul className="tabular-nums">
            {views.map(({ at }) => (
              <li key={at} className="flex justify-between gap-3 border-line border-t py-2 first:border-t-0">
                <span>Equipe de pagamentos</span>
                <time dateTime={at}>{formatDateTime(at)}</time>
              </li>
            ))}
          </ul>
        </>
      )}
    </Card>
  );
}
