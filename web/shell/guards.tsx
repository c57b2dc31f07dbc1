import { ArrowLeft } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { useLocation } from 'wouter';
import { REDIRECT_ADMIN_DENIED_MS, REDIRECT_TEACHER_DENIED_MS } from '#contract/limits.ts';
import type { User } from '#contract/platform/users.ts';
import { AppReady } from '#web/lib/app-ready.ts';
import { paths } from '#web/lib/paths.ts';
import { isAdmin, isAuthor, isOffice, useUser } from '#web/lib/session.ts';
import type { Guard, Route } from '#web/route.ts';
import { ButtonLink } from '#web/ui/button-link.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Page } from '#web/ui/page.tsx';
import { toast } from '#web/ui/toast.ts';

const DENIED = 'Acesso negado';
const ofTeachers = 'Você não tem permissão para acessar a área do professor.';
const ofAdmins = 'Apenas administradores podem acessar esta página.';

const rules: Record<Guard, { allows: (user: User) => boolean; text: string }> = {
  teacher: { allows: isAuthor, text: ofTeachers },
  publish: { allows: isAuthor, text: 'Acesso restrito a administradores e professores.' },
  office: { allows: isOffice, text: ofAdmins },
  admin: { allows: isAdmin, text: ofAdmins },
};

/** Pages from which the specification redirects. Every other page shows the refusal in place. */
const redirectMs: Readonly<Record<string, number>> = {
  [paths.teacher]: REDIRECT_TEACHER_DENIED_MS,
  [paths.adminUsers]: REDIRECT_ADMIN_DENIED_MS,
  [paths.adminPayments]: REDIRECT_ADMIN_DENIED_MS,
};

/** Renders a screen only for users who may open it; for others not even its chunk is loaded. */
export function Guarded({ route: { path, guard }, children }: { route: Route; children: ReactNode }) {
  const user = useUser();
  if (!guard || rules[guard].allows(user)) return children;
  const { text } = rules[guard];
  const ms = redirectMs[path];
  // The specification's publishing page has this sentence and nothing else.
  if (path === paths.publish) return <Restricted text={text} />;
  return ms === undefined ? <Denied text={text} /> : <SentHome text={text} ms={ms} />;
}

function SentHome({ text, ms }: { text: string; ms: number }) {
  const [, navigate] = useLocation();
  useEffect(() => {
    toast({ title: DENIED, description: text, tone: 'bad' });
    const timer = setTimeout(() => navigate(paths.home, { replace: true }), ms);
    return () => clearTimeout(timer);
  }, [text, ms, navigate]);
  return <Restricted text={text} />;
}

function Restricted({ text }: { text: string }) {
  return (
    <Page width="form">
      <h1 className="sr-only">Acesso restrito</h1>
      <Notice tone="bad">{text}</Notice>
      <AppReady />
    </Page>
  );
}

function Denied({ text }: { text: string }) {
  return (
    <Page width="form">
      <h1 className="mb-4 text-2xl">{DENIED}</h1>
      <Notice tone="bad">{text}</Notice>
      <ButtonLink href={paths.home} variant="line" className="mt-4">
        <ArrowLeft /> Voltar ao início
      </ButtonLink>
      <AppReady />
    </Page>
  );
}
