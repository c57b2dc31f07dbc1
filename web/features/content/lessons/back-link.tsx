import { ArrowLeft } from 'lucide-react';
import { Link } from 'wouter';
import { paths } from '#web/lib/paths.ts';

export function BackLink() {
  return (
    <Link
      href={paths.study}
      className="-ml-1 inline-flex min-h-11 items-center gap-2 text-ink-soft text-sm no-underline hover:text-ink print:hidden max-md:hidden"
    >
      <ArrowLeft /> Voltar para Central de Estudos
    </Link>
  );
}
