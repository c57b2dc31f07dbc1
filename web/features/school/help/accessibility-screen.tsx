import { Link } from 'wouter';
import { writtenDay } from '#contract/time.ts';
import { paths } from '#web/lib/paths.ts';
import { school } from '#web/lib/school.ts';
import { useSession } from '#web/lib/session.ts';
import { Card } from '#web/ui/card.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { accessibilityFacts, CHECKED_ON } from './accessibility-facts.ts';

/** The public accessibility statement: what was checked, how, when, and what is missing. */
export default function AccessibilityScreen() {
  const user = useSession().data;
  return (
    <Page width="wide-form">
      <PageHeader
        title="Acessibilidade"
        subtitle={`O que conferimos, como e o que ainda falta. Última conferência: ${writtenDay(CHECKED_ON)}.`}
        eyebrow={
          !user && (
            <Link href={paths.login} className="link">
              Entrar
            </Link>
          )
        }
      />
      <div className="grid grid-cols-1 gap-5">
        {accessibilityFacts.map(({ title, lines }) => (
          <Card key={title} title={title}>
            <ul className="grid list-disc gap-2 pl-5">
              {lines.map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ul>
          </Card>
        ))}
        <Card title="Encontrou uma barreira?">
          <p>
            Escreva para{' '}
            <a href={`mailto:${school.supportEmail}`} className="link">
              {school.supportEmail}
            </a>{' '}
            e diga em que tela e com que recurso. {user?.role === 'student' && 'Para tempo a mais em provas, '}
            {user?.role === 'student' && (
              <Link href={paths.examTimeSettings} className="link">
                peça aqui
              </Link>
            )}
            {user?.role === 'student' && '.'}
          </p>
        </Card>
      </div>
    </Page>
  );
}
