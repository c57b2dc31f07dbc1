import { Link, Redirect, useParams, useSearch } from 'wouter';
import { usePageTitle } from '#web/lib/page-title.ts';
import { paths } from '#web/lib/paths.ts';
import { school } from '#web/lib/school.ts';
import { useSession } from '#web/lib/session.ts';
import { useFragment } from '#web/lib/use-fragment.ts';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { GuideText } from './guide-text.tsx';
import { type Reader, topicsFor } from './guides.ts';
import { partAbout } from './page-guides.ts';
import { readersFor } from './readers.ts';

const names: Record<Reader, string> = { student: 'alunos', teacher: 'professores', admin: 'administradores' };

/** The guides, one page per role: that of students is for everybody, the others for the staff. */
export default function HelpScreen() {
  const user = useSession().data;
  const { role } = useParams<{ role?: string }>();
  const theirs = readersFor(user);
  const own = theirs.at(-1) ?? 'student';
  const asked = theirs.find((one) => one === role);
  // The link of every screen names its page, and the guide about it is found here, where the guides are loaded.
  const page = new URLSearchParams(useSearch()).get('de');
  const about = page === null ? undefined : partAbout(page, theirs);
  if (about) return <Redirect to={`${paths.helpFor(about.reader)}#${about.part.anchor}`} replace />;
  if (!asked) return <Redirect to={paths.helpFor(own)} replace />;
  return <Guide key={asked} role={asked} others={theirs} isVisitor={!user} />;
}

type GuideProps = { role: Reader; others: Reader[]; isVisitor: boolean };

function Guide({ role, others, isVisitor }: GuideProps) {
  const title = `Ajuda para ${names[role]}`;
  const topics = topicsFor(role);
  usePageTitle(title);
  useFragment();
  return (
    <Page width="wide-form">
      <PageHeader
        title={title}
        subtitle={
          <>
            Não achou? Escreva para{' '}
            <a href={`mailto:${school.supportEmail}`} className="link">
              {school.supportEmail}
            </a>
            .
          </>
        }
        eyebrow={
          isVisitor && (
            <Link href={paths.login} className="link">
              Entrar
            </Link>
          )
        }
      />
      {others.length > 1 && (
        <nav aria-label="Guias" className="mb-4 flex flex-wrap gap-x-5">
          {others.map((other) => (
            <Link
              key={other}
              href={paths.helpFor(other)}
              aria-current={other === role ? 'page' : undefined}
              className="link tappable inline-flex min-h-11 items-center text-sm aria-[current]:font-strong aria-[current]:text-ink aria-[current]:no-underline"
            >
              Para {names[other]}
            </Link>
          ))}
        </nav>
      )}
      <div className="grid grid-cols-1 gap-6 md:grid-cols-[200px_minmax(0,1fr)] md:gap-8">
        <nav aria-label="Assuntos" className="md:sticky md:top-6 md:self-start">
          <ul className="grid grid-cols-1 gap-x-2 max-md:grid-cols-2">
            {topics.map(({ slug, title: name }) => (
              <li key={slug}>
                <a
                  href={`#${slug}`}
                  className="flex min-h-11 items-center rounded-control text-link text-sm hover:underline"
                >
                  {name}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <div className="grid grid-cols-1 gap-5">
          {topics.map(({ slug, title: name, blocks }) => (
            <section
              key={slug}
              aria-labelledby={slug}
              className="grid grid-cols-1 gap-3 rounded-card border border-line bg-surface p-4 md:p-6"
            >
              <h2 id={slug} className="scroll-mt-4 text-lg">
                {name}
              </h2>
              <GuideText slug={slug} blocks={blocks} />
            </section>
          ))}
        </div>
      </div>
    </Page>
  );
}
