import { useQuery } from '@tanstack/react-query';
import { Award } from 'lucide-react';
import { groupCertificateCode } from '#contract/content/certificates.ts';
import { formatLongDate } from '#web/lib/format.ts';
import { paths } from '#web/lib/paths.ts';
import { ButtonLink } from '#web/ui/button-link.tsx';
import { Card } from '#web/ui/card.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { LoadError } from '#web/ui/load-error.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { SkeletonGroup } from '#web/ui/skeleton.tsx';
import { certificatesQuery } from './certificates.queries.ts';

export default function CertificatesScreen() {
  const certificates = useQuery(certificatesQuery);
  return (
    <Page width="wide-form">
      <PageHeader title="Meus certificados" subtitle="Um para cada curso que você concluiu" />
      {certificates.isPending && <SkeletonGroup blocks={['h-24 rounded-card']} />}
      {certificates.isError && <LoadError of={certificates} title="Não conseguimos carregar seus certificados" />}
      {certificates.data?.length === 0 && (
        <Card>
          <EmptyState
            title="Nenhum certificado ainda"
            text="Conclua todas as aulas e passe em todos os simulados de um curso: o certificado aparece aqui."
            action={
              <ButtonLink href={paths.courses} variant="line">
                Ver cursos
              </ButtonLink>
            }
          />
        </Card>
      )}
      <ul className="grid gap-4">
        {certificates.data?.map(({ code, courseTitle, completedAt }) => (
          <li
            key={code}
            className="flex flex-wrap items-center gap-4 rounded-card border border-line bg-surface p-4 md:p-5"
          >
            <Award className="size-8 text-sun-ink" />
            <div className="min-w-0 grow">
              <h2 className="wrap-anywhere text-md">{courseTitle}</h2>
              <p className="text-ink-soft text-sm">
                Concluído em {formatLongDate(completedAt)}, código {groupCertificateCode(code)}
              </p>
            </div>
            <ButtonLink href={paths.certificate(code)} variant="line" className="max-md:w-full">
              Abrir<span className="sr-only"> certificado de {courseTitle}</span>
            </ButtonLink>
          </li>
        ))}
      </ul>
    </Page>
  );
}
