import { Link } from 'wouter';
import type { Settings } from '#contract/platform/settings.ts';
import { formatDate } from '#web/lib/format.ts';
import { paths } from '#web/lib/paths.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { MailCodeForm } from './mail-code-form.tsx';
import type { SettingsForm } from './setting-field.tsx';
import { useTestMail } from './settings.queries.ts';
import { sectionOf } from './settings-sections.tsx';

const deliveryWords = ({ isSent, provenAt }: Settings['mail']): string => {
  if (!isSent) return 'Nenhum servidor de e-mail: tudo fica guardado, nada é enviado.';
  return provenAt
    ? `Pelo servidor de e-mail configurado. Comprovado em ${formatDate(provenAt)}.`
    : 'Pelo servidor de e-mail configurado. Ainda não comprovado: peça o teste e digite o código da carta.';
};

/** The appearance and sender of e-mails, and whether they are sent at all. */
export function MailSettings({ form, mail }: { form: SettingsForm } & Pick<Settings, 'mail'>) {
  const test = useTestMail();
  return (
    <Card
      {...sectionOf('mails')}
      title="E-mails"
      aside={
        <Button variant="line" size="sm" onClick={() => test.mutate()} busy={test.isPending} busyLabel="Enviando...">
          Testar
        </Button>
      }
    >
      <p className="text-ink-soft text-sm">
        Todos levam o logo e as cores da escola:{' '}
        <Link href={paths.adminBrand} className="link tappable">
          Sua marca
        </Link>
      </p>
      <dl className="mt-4 grid gap-x-4 gap-y-1 text-sm md:grid-cols-[auto_1fr] [&>dt]:text-ink-soft">
        <dt>Remetente</dt>
        <dd className="break-all">{mail.sender}</dd>
        <dt>Respostas para</dt>
        <dd className="break-all">{form.fields.supportEmail}</dd>
        <dt>Envio</dt>
        <dd>{deliveryWords(mail)}</dd>
      </dl>
      {mail.isSent && test.isSuccess && !mail.provenAt && <MailCodeForm />}
      <p className="mt-2 text-ink-soft text-sm">
        O servidor de e-mail e suas senhas ficam na configuração do servidor (SMTP_URL e MAIL_FROM).
      </p>
      <p className="mt-2">
        <Link href={paths.adminMails} className="link tappable">
          Ver todos os e-mails da escola
        </Link>
      </p>
    </Card>
  );
}
