import { Link } from 'wouter';
import { percentOf } from '#contract/percent.ts';
import type { AdminHome } from '#contract/school/admin-home.ts';
import { formatNumber, formatShare } from '#web/lib/format.ts';
import { paths } from '#web/lib/paths.ts';
import { Card } from '#web/ui/card.tsx';
import { cx } from '#web/ui/cx.ts';

const share = (part: number, whole: number) => formatShare(percentOf(part, whole));

/**
 * How far the students came who registered on the site in these days. Imports and enrolments by the office are left
 * out. Visits are counted anonymously, so two of them may be one person.
 */
export function Funnel({ funnel }: { funnel: AdminHome['funnel'] }) {
  const { from, visits, registered, sentProof, approved } = funnel;
  const list = `${paths.adminUsers}?tipo=student&origem=site&desde=${from}`;
  const steps = [
    { label: 'Cadastro', count: registered, of: visits, href: list, done: 'das visitas' },
    { label: 'Comprovante', count: sentProof, of: registered, href: `${list}&pagamento=proof`, done: 'dos cadastros' },
    { label: 'Aprovado', count: approved, of: sentProof, href: `${list}&pagamento=paid`, done: 'dos comprovantes' },
  ];
  return (
    <Card title="Da visita ao acesso" aside="30 dias">
      <p>
        <span className="font-strong text-2xl tabular-nums">{formatNumber(visits)}</span>{' '}
        {visits === 1 ? 'visita' : 'visitas'} à página de vendas
      </p>
      <ol className="mt-3 grid gap-3">
        {steps.map(({ label, count, of, href, done }, place) => (
          <li key={label}>
            <Link href={href} className="-mx-2 block min-h-11 rounded-control px-2 py-1 no-underline hover:bg-hover">
              <span className="flex items-baseline justify-between gap-3">
                <span>
                  {label} <span className="font-strong tabular-nums">{formatNumber(count)}</span>
                </span>
                {of > 0 && count <= of && (
                  <span className="text-ink-soft text-sm">
                    {share(count, of)} {done}
                  </span>
                )}
              </span>
              <span aria-hidden="true" className="mt-1 block h-5 rounded-control bg-canvas">
                <span
                  className={cx('block h-full rounded-control', place === 2 ? 'bg-sun' : 'bg-(--ill-blue)')}
                  style={{ width: registered > 0 ? `${(count / registered) * 100}%` : 0 }}
                />
              </span>
            </Link>
          </li>
        ))}
      </ol>
      <p className="mt-3 text-ink-soft text-sm">Contado aqui mesmo, sem cookies e sem rastrear ninguém.</p>
    </Card>
  );
}
