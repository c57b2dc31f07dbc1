import { type ReactNode, useEffect } from 'react';
import { useLocation } from 'wouter';
import { REDIRECT_ADMIN_DENIED_MS, REDIRECT_TEACHER_DENIED_MS } from '#contract/limits.ts';
import type { User } from '#contract/platform/users.ts';
import { AppReady } from '#web/lib/app-ready.ts';
import { paths } from '#web/lib/paths.ts';
import { isAdmin, isAuthor, isOffice, useUser } from '#web/lib/session.ts';
import type { Guard } from '#web/route.ts';
import { Notice } from '#web/ui/notice.tsx';
import { Page } from '#web/ui/page.tsx';
import { toast } from '#web/ui/toast.ts';

type Refusal = { title: string; text: string; redirectMs: number };

const sentAway: Refusal = {
  title: 'Acesso negado',
  text: 'Apenas administradores podem acessar esta página.',
  redirectMs: REDIRECT_ADMIN_DENIED_MS,
};

const rules: Record<Guard, { allows: (user: User) => boolean; refusal: Refusal | string }> = {
  teacher: {
    allows: isAuthor,
    refusal: {
      title: 'Acesso negado',
      text: 'Você não tem permissão para acessar a área do professor.',
      redirectMs: REDIRECT_TEACHER_DENIED_MS,
    },
  },
  // The publishing centre only says so and stays.
  publish: { allows: isAuthor, refusal: 'Acesso restrito a administradores e professores.' },
  office: { allows: isOffice, refusal: sentAway },
  admin: { allows: isAdmin, refusal: sentAway },
};

/** Shows a screen only to whom it is for; the screen of another is not even loaded. */
export function Guarded({ guard, children }: { guard: Guard; children: ReactNode }) {
  const { allows, refusal } = rules[guard];
  if (allows(useUser())) return children;
  return typeof refusal === 'string' ? <Restricted text={refusal} /> : <SentHome refusal={refusal} />;
}

function SentHome({ refusal: { title, text, redirectMs } }: { refusal: Refusal }) {
  const [, navigate] = useLocation();
  useEffect(() => {
    toast({ title, description: text, tone: 'bad' });
    const timer = setTimeout(() => navigate(paths.home, { replace: true }), redirectMs);
    return () => clearTimeout(timer);
  }, [title, text, redirectMs, navigate]);
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
