import { school } from '#web/lib/school.ts';
import { Logo } from '#web/ui/logo.tsx';

/** The head of a booklet: the school, the title, and lines for the candidate's name and the date. */
export function PaperHead({ title }: { title: string }) {
  return (
    <>
      <p className="mb-2">
        <Logo name={school.name} size="sm" />
      </p>
      <h2 className="text-xl">{title}</h2>
      <p className="mt-2 mb-1 flex gap-4">
        <PaperLine label="Candidato(a)" className="grow" />
        <PaperLine label="Data" className="w-40" />
      </p>
    </>
  );
}

const PaperLine = ({ label, className }: { label: string; className: string }) => (
  <span className={`flex items-end gap-2 ${className}`}>
    {label}: <span className="min-h-7 grow border-ink border-b" />
  </span>
);
