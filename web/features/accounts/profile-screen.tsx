import { type FormEvent, useState } from 'react';
import { Link } from 'wouter';
import { textOf } from '../../lib/api.ts';
import { formatLongDate } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { useUser } from '../../lib/session.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { Page, PageHeader } from '../../ui/page.tsx';
import { toast } from '../../ui/toast.ts';
import { useUpdateProfile } from './profile.queries.ts';

export default function ProfileScreen() {
  const user = useUser();
  const [firstName, setFirstName] = useState(user.firstName);
  const [lastName, setLastName] = useState(user.lastName);
  const [checked, setChecked] = useState(false);
  const update = useUpdateProfile();
  const required = (value: string) => (checked && !value.trim() ? 'Preencha este campo.' : undefined);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    if (!firstName.trim() || !lastName.trim()) return;
    update.mutate(
      { firstName, lastName },
      {
        onSuccess: () => toast({ title: 'Perfil atualizado' }),
        onError: (error) => toast({ title: 'Não foi possível salvar', description: textOf(error), tone: 'bad' }),
      },
    );
  };

  return (
    <Page width="form">
      <PageHeader title="Perfil" subtitle={`Na plataforma desde ${formatLongDate(user.createdAt)}`} />
      <Card title="Seus dados">
        <form noValidate onSubmit={submit} className="grid gap-5">
          <div className="grid gap-5 sm:grid-cols-2">
            <Field label="Nome" error={required(firstName)}>
              <Input
                autoComplete="given-name"
                maxLength={100}
                value={firstName}
                onChange={(event) => setFirstName(event.target.value)}
              />
            </Field>
            <Field label="Sobrenome" error={required(lastName)}>
              <Input
                autoComplete="family-name"
                maxLength={100}
                value={lastName}
                onChange={(event) => setLastName(event.target.value)}
              />
            </Field>
          </div>
          <dl className="grid gap-3 text-sm">
            <Fact term="Usuário">{user.username}</Fact>
            <Fact term="E-mail">
              <span className="break-all">{user.email}</span>{' '}
              <Link href={paths.settings} className="link whitespace-nowrap">
                Trocar e-mail
              </Link>
            </Fact>
          </dl>
          <Button type="submit" busy={update.isPending} busyLabel="Salvando..." className="md:justify-self-start">
            Salvar
          </Button>
        </form>
      </Card>
    </Page>
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
