import { useQuery } from '@tanstack/react-query';
import { GitCompare, Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'wouter';
import type { WrittenLaw } from '#contract/content/laws.ts';
import { lawScreens } from '#contract/law-screens.ts';
import { plural } from '#web/lib/format.ts';
import { isAdmin, useUser } from '#web/lib/session.ts';
import { AlertDialog } from '#web/ui/alert-dialog.tsx';
import { Button } from '#web/ui/button.tsx';
import { ButtonLink } from '#web/ui/button-link.tsx';
import { Card } from '#web/ui/card.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { LoadError } from '#web/ui/load-error.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { SkeletonGroup } from '#web/ui/skeleton.tsx';
import { authoredLawsQuery, useDeleteLaw } from '../laws.queries.ts';
import { NamesDialog } from './names-dialog.tsx';
import { NewLaw } from './new-law.tsx';

/** The laws of the school: taking one in, its names, and its removal. */
export default function TeacherLawsScreen() {
  const laws = useQuery(authoredLawsQuery);
  const [isAdding, setAdding] = useState(false);
  if (isAdding) return <NewLaw onClose={() => setAdding(false)} />;
  return (
    <Page width="wide-form">
      <PageHeader
        title="Leis da escola"
        subtitle="Os alunos leem artigo por artigo, e as citações das aulas levam a eles"
        actions={
          <Button onClick={() => setAdding(true)}>
            <Plus /> Trazer uma norma
          </Button>
        }
      />
      {laws.isPending && <SkeletonGroup className="grid gap-2" blocks={['h-16', 'h-16']} />}
      {laws.isError && <LoadError of={laws} title="Não conseguimos buscar as leis" />}
      {laws.data?.length === 0 && (
        <Card>
          <EmptyState
            title="Nenhuma norma ainda"
            text="Cole o texto da lei ou envie o arquivo. Antes de guardar, você vê o que foi entendido."
          />
        </Card>
      )}
      {laws.data && laws.data.length > 0 && (
        <Card flush>
          <ul className="divide-y divide-line">
            {laws.data.map((law) => (
              <LawRow key={law.id} law={law} />
            ))}
          </ul>
        </Card>
      )}
    </Page>
  );
}

function LawRow({ law }: { law: WrittenLaw }) {
  const user = useUser();
  const [isNaming, setNaming] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const remove = useDeleteLaw();
  return (
    <li className="flex flex-wrap items-center gap-3 px-4 py-3 md:px-5">
      <div className="min-w-0 grow">
        <Link href={lawScreens.law(law.id)} className="tappable wrap-anywhere font-strong">
          {law.name}
        </Link>
        <p className="wrap-anywhere text-ink-soft text-sm">
          {plural(law.articleCount, 'artigo', 'artigos')}
          {[law.shortName, ...law.nicknames].filter(Boolean).length > 0 &&
            `, citada como ${[law.shortName, ...law.nicknames].filter(Boolean).join(', ')}`}
        </p>
      </div>
      <Button variant="line" size="sm" onClick={() => setNaming(true)}>
        <Pencil /> Nomes<span className="sr-only"> de {law.name}</span>
      </Button>
      {isAdmin(user) && (
        <ButtonLink href={lawScreens.changes(law.id)} variant="line" size="sm">
          <GitCompare /> O que mudou<span className="sr-only"> em {law.name}</span>
        </ButtonLink>
      )}
      {isAdmin(user) && (
        <Button variant="line" size="sm" onClick={() => setAsking(true)}>
          <Trash2 /> Excluir<span className="sr-only"> {law.name}</span>
        </Button>
      )}
      {isNaming && <NamesDialog law={law} onClose={() => setNaming(false)} />}
      {isAsking && (
        <AlertDialog
          open
          title={`Excluir ${law.name}?`}
          text="Os artigos saem do ar, e as citações nas aulas voltam a ser só texto."
          tone="bad"
          confirmLabel="Excluir"
          busy={remove.isPending}
          onConfirm={() => remove.mutate(law.id, { onSettled: () => setAsking(false) })}
          onOpenChange={(open) => !open && setAsking(false)}
        />
      )}
    </li>
  );
}
