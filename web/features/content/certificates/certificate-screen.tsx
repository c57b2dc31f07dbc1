import { useQuery } from '@tanstack/react-query';
import { CircleCheck, Printer, Share2 } from 'lucide-react';
import { Fragment } from 'react';
import { useLocation, useParams } from 'wouter';
import * as z from 'zod/mini';
import {
  type Certificate,
  groupCertificateCode,
  typedCertificateCode,
  type verifyCertificate,
} from '#contract/content/certificates.ts';
import { isRefused } from '#web/lib/api.ts';
import { formatLongDate } from '#web/lib/format.ts';
import { paths } from '#web/lib/paths.ts';
import { ownOrigin } from '#web/lib/render-context.ts';
import { school } from '#web/lib/school.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { LoadError } from '#web/ui/load-error.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { SkeletonGroup } from '#web/ui/skeleton.tsx';
import { toast } from '#web/ui/toast.ts';
import { useForm } from '#web/ui/use-form.ts';
import { CertificatePage } from './certificate-page.tsx';
import { certificateQuery } from './certificates.queries.ts';

const schema = z.object({ code: typedCertificateCode });

/** A public page: anybody with the paper can verify the certificate. */
export default function CertificateScreen() {
  const { code = '' } = useParams<{ code: string }>();
  const certificate = useQuery(certificateQuery(code));
  if (certificate.data) {
    const { studentName, revokedAt } = certificate.data;
    return (
      <Page className="print-page">
        <h1 className="sr-only">Certificado</h1>
        {revokedAt || studentName === null ? (
          <Notice tone="bad" title="Certificado revogado">
            Este certificado existiu, mas não vale mais
            {revokedAt ? ` desde ${formatLongDate(revokedAt)}` : ''}.
          </Notice>
        ) : (
          <>
            <div className="no-print mb-5 flex flex-wrap items-center justify-between gap-3">
              <p className="flex items-center gap-2 text-ok">
                <CircleCheck /> Certificado válido, emitido por {school.name}
              </p>
              <div className="flex flex-wrap gap-3 max-md:w-full max-md:[&>*]:grow">
                <ShareButton certificate={certificate.data} />
                <Button variant="line" onClick={() => window.print()}>
                  <Printer /> Imprimir ou salvar em PDF
                </Button>
              </div>
            </div>
            <CertificatePage certificate={{ ...certificate.data, studentName }} />
            <Facts certificate={certificate.data} />
          </>
        )}
      </Page>
    );
  }
  if (certificate.isPending) {
    return (
      <Page>
        <SkeletonGroup blocks={['aspect-[297/210] rounded-card']} />
      </Page>
    );
  }
  if (isRefused<typeof verifyCertificate>(certificate.error, 'not_found')) return <UnknownCode code={code} />;
  return (
    <Page>
      <LoadError of={certificate} title="Não conseguimos verificar o certificado" />
    </Page>
  );
}

/**
 * Shares by the device's dialog where there is one; otherwise it copies the address. One button for both: only the
 * browser knows which it is, and the server-rendered button must not change under the finger.
 */
function ShareButton({ certificate: { code, courseTitle } }: { certificate: Certificate }) {
  const address = `${ownOrigin()}${paths.certificate(code)}`;
  const share = async () => {
    try {
      if (typeof navigator.share === 'function') {
        await navigator.share({ title: `Certificado: ${courseTitle}`, url: address });
        return;
      }
      await navigator.clipboard.writeText(address);
      toast({ title: 'Endereço copiado', description: 'Cole onde quiser mostrar o certificado.' });
    } catch (error) {
      // Closing the share dialog is a choice, not a failure.
      if (error instanceof Error && error.name === 'AbortError') return;
      toast({ title: 'Não foi possível compartilhar', description: 'Copie o endereço desta página.', tone: 'bad' });
    }
  };
  return (
    <Button onClick={share}>
      <Share2 /> Compartilhar
    </Button>
  );
}

/** The content of the certificate as a list; hidden on a phone, where the certificate itself is legible. */
function Facts({ certificate }: { certificate: Certificate }) {
  const facts = [
    ['Aluno', certificate.studentName],
    ['Curso', certificate.courseTitle],
    ['Concluído em', formatLongDate(certificate.completedAt)],
    ['Código', groupCertificateCode(certificate.code)],
  ];
  return (
    <dl className="no-print mx-auto mt-5 grid max-w-[1000px] grid-cols-[auto_1fr] gap-x-4 gap-y-1 max-md:hidden">
      {facts.map(([term, value]) => (
        <Fragment key={term}>
          <dt className="text-ink-soft">{term}</dt>
          <dd className="wrap-anywhere">{value}</dd>
        </Fragment>
      ))}
    </dl>
  );
}

function UnknownCode({ code }: { code: string }) {
  const [, navigate] = useLocation();
  const form = useForm({
    initial: { code },
    schema,
    onSubmit: (known) => navigate(paths.certificate(known.code)),
  });
  return (
    <Page width="form">
      <PageHeader title="Certificado não encontrado" subtitle="Não há certificado com este código." />
      <Card title="Conferir outro código">
        <form {...form.props} className="grid gap-5">
          <Field
            label="Código de verificação"
            help="As 12 letras e números que estão no certificado."
            error={form.errors.code}
          >
            <Input maxLength={40} autoComplete="off" {...form.field('code')} />
          </Field>
          <Button type="submit" className="md:justify-self-start">
            Verificar
          </Button>
        </form>
      </Card>
    </Page>
  );
}
