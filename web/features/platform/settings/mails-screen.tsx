import { useQuery } from '@tanstack/react-query';
import { type MailExample, type MailGroup, mailGroups } from '#contract/mails.ts';
import { useAddressChoices } from '#web/lib/use-address.ts';
import { Field } from '#web/ui/field.tsx';
import { LoadError } from '#web/ui/load-error.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { Select } from '#web/ui/select.tsx';
import { SkeletonGroup } from '#web/ui/skeleton.tsx';
import { MailPreview } from './mail-preview.tsx';
import { mailExamplesQuery } from './settings.queries.ts';

const groupWords: Record<MailGroup, string> = {
  account: 'Conta e segurança',
  payment: 'Pagamentos',
  notices: 'Avisos e novidades',
  team: 'Equipe da escola',
};

const keyOf = ({ kind, form }: MailExample) => `${kind}/${form}`;

export default function MailsScreen() {
  const examples = useQuery(mailExamplesQuery);
  return (
    <Page>
      <PageHeader
        title="E-mails da escola"
        subtitle="Cada e-mail que a plataforma envia, como ele chega: com a logo, a cor e o endereço de resposta da escola"
      />
      {examples.isPending && (
        <SkeletonGroup
          className="grid gap-6 lg:grid-cols-[340px_1fr]"
          blocks={['h-96 w-full max-lg:h-16', 'h-96 w-full']}
        />
      )}
      {examples.isError && <LoadError of={examples} title="Não conseguimos carregar os e-mails" />}
      {examples.data && <Mails examples={examples.data} />}
    </Page>
  );
}

/** A list beside the e-mail where there is room for both, a field above it where not. */
function Mails({ examples }: { examples: MailExample[] }) {
  const [{ chosen }, write] = useAddressChoices({ chosen: 'email' });
  const choose = (key: string) => write({ chosen: key });
  const groups = mailGroups.map((group) => ({
    group,
    members: examples.filter((example) => example.group === group),
  }));
  const ordered = groups.flatMap(({ members }) => members);
  const current = ordered.find((example) => keyOf(example) === chosen) ?? ordered[0];
  if (!current) return null;
  return (
    <div className="grid gap-6 lg:grid-cols-[340px_1fr]">
      <nav aria-label="E-mails" className="grid content-start gap-5 max-lg:hidden">
        {groups.map(({ group, members }) => (
          <div key={group}>
            <h2 className="mb-1 text-ink-soft text-sm">{groupWords[group]}</h2>
            <ul className="list-none">
              {members.map((example) => (
                <li key={keyOf(example)}>
                  <button
                    type="button"
                    aria-current={example === current || undefined}
                    onClick={() => choose(keyOf(example))}
                    className="min-h-11 w-full rounded-control px-3 py-2 text-left text-sm hover:bg-hover aria-[current]:bg-selected aria-[current]:font-strong"
                  >
                    {example.subject}
                  </button>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </nav>
      <Field label="E-mail" className="lg:hidden">
        <Select value={keyOf(current)} onChange={(event) => choose(event.target.value)}>
          {groups.map(({ group, members }) => (
            <optgroup key={group} label={groupWords[group]}>
              {members.map((example) => (
                <option key={keyOf(example)} value={keyOf(example)}>
                  {example.subject}
                </option>
              ))}
            </optgroup>
          ))}
        </Select>
      </Field>
      <MailPreview example={current} />
    </div>
  );
}
