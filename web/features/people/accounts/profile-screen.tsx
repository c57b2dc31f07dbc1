import type { FormEvent } from 'react';
import { Link } from 'wouter';
import { NAME_MAX } from '#contract/limits.ts';
import { updateProfile } from '#contract/people/profile.ts';
import type { User } from '#contract/platform/users.ts';
import type { Snapshot } from '#web/lib/editing.ts';
import { formatLongDate } from '#web/lib/format.ts';
import { paths } from '#web/lib/paths.ts';
import { useUser } from '#web/lib/session.ts';
import { useEditing } from '#web/lib/use-editing.ts';
import { AccountPage } from '#web/ui/account-page.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { RestoredDraftNotice } from '#web/ui/restored-draft-notice.tsx';
import { toast } from '#web/ui/toast.ts';
import { toastDraftStored, toastUnsaved } from '#web/ui/toast-editing.ts';
import { useChecking } from '#web/ui/use-form.ts';
import { useUpdateProfile } from './profile.queries.ts';

type Names = { firstName: string; lastName: string };

const namesOf = ({ firstName, lastName }: User): Snapshot<Names> => ({
  value: { firstName, lastName },
  revision: null,
  savedAt: null,
});

export default function ProfileScreen() {
  const user = useUser();
  const { area, errors, check, refused, mend } = useChecking();
  const update = useUpdateProfile();
  const editing = useEditing({
    name: 'profile',
    stored: namesOf(user),
    onLeft: toastDraftStored,
    send: async (value) => {
      try {
        return namesOf(await update.mutateAsync(value));
      } catch (error) {
        if (error instanceof Error && !refused(error)) toastUnsaved('Não foi possível salvar')(error);
        throw error;
      }
    },
  });
  const field = (name: keyof Names) => ({
    value: editing.value[name],
    onChange: (event: { target: { value: string } }) => {
      editing.change({ [name]: event.target.value });
      mend(name);
    },
  });

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (editing.isSaving || !check(updateProfile.body, editing.value)) return;
    if ((await editing.save()) === 'saved') toast({ title: 'Perfil atualizado' });
  };

  return (
    <AccountPage title="Perfil" subtitle={`Na plataforma desde ${formatLongDate(user.createdAt)}`}>
      <Card title="Seus dados">
        <form ref={area} noValidate onSubmit={submit} className="grid gap-5">
          {editing.isRecovered && <RestoredDraftNotice savedAt={editing.changedAt} onDiscard={editing.discard} />}
          <div className="grid gap-5 sm:grid-cols-2">
            <Field label="Nome" error={errors.firstName}>
              <Input autoComplete="given-name" maxLength={NAME_MAX} {...field('firstName')} />
            </Field>
            <Field label="Sobrenome" error={errors.lastName}>
              <Input autoComplete="family-name" maxLength={NAME_MAX} {...field('lastName')} />
            </Field>
          </div>
          <dl className="grid gap-3 text-sm">
            <Fact term="Usuário">{user.username}</Fact>
            <Fact term="E-mail">
              <span className="break-all">{user.email}</span>{' '}
              <Link href={`${paths.settings}?mudar=email`} className="link whitespace-nowrap">
                Trocar e-mail
              </Link>
            </Fact>
          </dl>
          <Button type="submit" busy={editing.isSaving} busyLabel="Salvando..." className="md:justify-self-start">
            Salvar
          </Button>
        </form>
      </Card>
    </AccountPage>
  );
}

function Fact({ term, children }: { term: string; children: React.ReactNode }) {
  return (
    <div>
      <dt className="text-ink-soft">{term}</dt>
      <dd>{children}</dd>
    </div>
  );
}
