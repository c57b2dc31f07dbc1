import { renewRecoveryCodes } from '#contract/people/second-factor.ts';
import { Button } from '#web/ui/button.tsx';
import { CopyButton } from '#web/ui/copy-button.tsx';
import QrCode from '#web/ui/qr-code.tsx';
import { useForm } from '#web/ui/use-form.ts';
import { CodeField } from './code-field.tsx';

type AuthenticatorSetUpProps = {
  secret: string;
  uri: string;
  submitLabel: string;
  busy: boolean;
  /** `refused` shows the error of the server at the field. */
  onSubmit: (code: string, refused: (error: unknown) => boolean) => void;
};

/** The secret as a QR code and in letters, and the first code of the app as the proof that it arrived. */
export function AuthenticatorSetUp({ secret, uri, submitLabel, busy, onSubmit }: AuthenticatorSetUpProps) {
  const form = useForm({
    initial: { code: '' },
    schema: renewRecoveryCodes.body,
    onSubmit: ({ code }) => onSubmit(code, form.refused),
  });
  return (
    <form {...form.props} className="grid gap-5">
      <ol className="grid list-decimal gap-2 pl-5">
        <li>
          Instale no celular um aplicativo autenticador, como Google Authenticator, Microsoft Authenticator ou Aegis.
        </li>
        <li>Nele, escolha adicionar uma conta e leia este QR code.</li>
        <li>Digite abaixo o código de 6 dígitos que o aplicativo mostrar.</li>
      </ol>
      <QrCode text={uri} label="QR code para o aplicativo autenticador" className="mx-auto w-52 max-w-full" />
      <div className="grid gap-2">
        <p className="text-sm">Está neste mesmo celular? Copie a chave e cole no aplicativo:</p>
        <code className="break-all rounded-control bg-sunken px-3 py-2 text-sm">
          {secret.match(/.{1,4}/g)?.join(' ')}
        </code>
        <CopyButton text={secret} label="Copiar chave" copiedLabel="Chave copiada" size="sm" />
      </div>
      <CodeField {...form.field('code')} error={form.errors.code} />
      <Button type="submit" size="lg" busy={busy} busyLabel="Conferindo..." className="w-full">
        {submitLabel}
      </Button>
    </form>
  );
}
