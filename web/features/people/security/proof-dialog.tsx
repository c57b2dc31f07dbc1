import { useQuery } from '@tanstack/react-query';
import { Fingerprint } from 'lucide-react';
import type { BodyOf } from '#contract/endpoint.ts';
import { proveSelf } from '#contract/people/second-factor.ts';
import { ownPasskeysQuery } from '#web/features/people/passkeys/own-passkeys.ts';
import { deviceRefusal, usePasskeysOffered } from '#web/features/people/passkeys/passkeys.ts';
import { fieldsOf, textOf } from '#web/lib/api.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { PasswordInput } from '#web/ui/password-input.tsx';
import { PageSpinner } from '#web/ui/spinner.tsx';
import { useForm } from '#web/ui/use-form.ts';
import { CodeField } from './code-field.tsx';
import { secondFactorQuery, useProveByPasskey, useProveSelf } from './second-factor.queries.ts';

type ProofDialogProps = { onProven: () => void; onClose: () => void };

/** Asks for a fresh proof of identity before a sensitive action: by a passkey, a code, or else the password. */
export function ProofDialog({ onProven, onClose }: ProofDialogProps) {
  const factor = useQuery(secondFactorQuery);
  const own = useQuery(ownPasskeysQuery);
  const byKey = useProveByPasskey();
  const isKnown = !factor.isPending && !own.isPending;
  const isOffered = usePasskeysOffered();
  const hasKey = isOffered && (own.data?.passkeys.some(({ worksHere }) => worksHere) ?? false);
  // With a second factor enabled, the password alone is not enough.
  const typed = factor.data?.enabledAt ? 'code' : own.data?.hasPassword === false ? null : 'password';

  return (
    <Dialog open onOpenChange={onClose} title="Confirme que é você" size="sm">
      <div className="grid gap-5">
        <p>Esta ação pede uma confirmação. Ela vale por 15 minutos neste aparelho.</p>
        {!isKnown && <PageSpinner />}
        {byKey.isError && (
          <Notice tone="bad" role="alert" title="Não foi possível confirmar">
            {deviceRefusal(byKey.error) ?? textOf(byKey.error)}
          </Notice>
        )}
        {isKnown && hasKey && (
          <Button
            busy={byKey.isPending}
            busyLabel="Aguardando o aparelho..."
            onClick={() => byKey.mutate(undefined, { onSuccess: onProven })}
          >
            <Fingerprint />
            Usar a digital ou o rosto
          </Button>
        )}
        {isKnown && typed && <TypedProof kind={typed} isSecond={hasKey} onProven={onProven} />}
        {isKnown && !typed && !hasKey && (
          <Notice tone="info">
            Sua conta está sem senha e não tem chave de acesso neste aparelho. Saia e entre de novo para confirmar.
          </Notice>
        )}
      </div>
    </Dialog>
  );
}

type TypedProofProps = { kind: 'code' | 'password'; isSecond: boolean; onProven: () => void };

function TypedProof({ kind, isSecond, onProven }: TypedProofProps) {
  const prove = useProveSelf();
  const [passwordBody, codeBody] = proveSelf.body.def.options;
  const form = useForm<{ password: string; code: string }, BodyOf<typeof proveSelf>>({
    initial: { password: '', code: '' },
    schema: kind === 'code' ? codeBody : passwordBody,
    onSubmit: (body) => {
      if (!prove.isPending) prove.mutate(body, { onSuccess: onProven, onError: form.refused });
    },
  });
  return (
    <form {...form.props} className="grid gap-5">
      {prove.isError && !fieldsOf(prove.error)[kind] && (
        <Notice tone="bad" role="alert" title="Não foi possível confirmar">
          {textOf(prove.error)}
        </Notice>
      )}
      {kind === 'code' ? (
        <CodeField {...form.field('code')} error={form.errors.code} />
      ) : (
        <Field label="Sua senha" error={form.errors.password}>
          <PasswordInput autoComplete="current-password" {...form.field('password')} />
        </Field>
      )}
      <Button type="submit" variant={isSecond ? 'line' : 'primary'} busy={prove.isPending} busyLabel="Conferindo...">
        Confirmar
      </Button>
    </form>
  );
}
