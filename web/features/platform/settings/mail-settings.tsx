import { Link } from 'wouter';
import { BRAND_NAVY } from '#contract/platform/brand.ts';
import type { Settings } from '#contract/platform/settings.ts';
import { PictureInput } from '#web/features/platform/media/picture-input.tsx';
import { formatDate } from '#web/lib/format.ts';
import { paths } from '#web/lib/paths.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { NativeInput } from '#web/ui/native-field.tsx';
import { MailCodeForm } from './mail-code-form.tsx';
import type { SettingsForm } from './setting-field.tsx';
import { useTestMail } from './settings.queries.ts';
import { settingLabels } from './settings-fields.ts';
import { sectionOf } from './settings-sections.tsx';

const isColour = (text: string) => /^#[0-9a-f]{6}$/i.test(text);

const deliveryWords = ({ isSent, provenAt }: Settings['mail']): string => {
  if (!isSent) return 'Nenhum servidor de e-mail: tudo fica guardado, nada é enviado.';
  return provenAt
    ? `Pelo servidor de e-mail configurado. Comprovado em ${formatDate(provenAt)}.`
    : 'Pelo servidor de e-mail configurado. Ainda não comprovado: peça o teste e digite o código da carta.';
};

/** The appearance and sender of e-mails, and whether they are sent at all. */
export function MailSettings({ form, mail }: { form: SettingsForm } & Pick<Settings, 'mail'>) {
  const test = useTestMail();
  const { logo, colour } = form.fields;
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
      <div className="grid gap-4 md:grid-cols-2">
        <PictureInput
          label={settingLabels.logo}
          url={logo || null}
          onChange={(url) => form.change({ logo: url ?? '' })}
          error={form.errors.logo}
          help="No alto de todos os e-mails, sobre fundo branco. Sem logo, aparece o nome da escola."
          isLogo
        />
        <Field
          label={settingLabels.colour}
          error={form.errors.colour}
          optional
          help="Do botão e da linha no alto. Vazio: o azul da plataforma."
        >
          <Input
            value={colour}
            onChange={(event) => form.change({ colour: event.target.value })}
            autoCapitalize="none"
            spellCheck={false}
            placeholder={BRAND_NAVY}
          />
        </Field>
        <label className="flex min-h-11 items-center gap-2 text-sm md:col-start-2">
          <NativeInput
            type="color"
            className="size-11 cursor-pointer rounded-control border border-line bg-surface p-1"
            value={isColour(colour) ? colour.toLowerCase() : BRAND_NAVY}
            onChange={(event) => form.change({ colour: event.target.value })}
          />
          Escolher a cor na paleta
        </label>
      </div>
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
