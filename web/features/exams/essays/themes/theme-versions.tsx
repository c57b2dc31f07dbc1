import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ESSAY_REVIEW_WORDS_MAX } from '#contract/exams/essay-limits.ts';
import { espelhoMismatch, regradeEssays } from '#contract/exams/essay-regrading.ts';
import type { ThemeVersion } from '#contract/exams/essay-themes.ts';
import { formatDateTime, plural } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { Textarea } from '#web/ui/textarea.tsx';
import { useForm } from '#web/ui/use-form.ts';
import { EspelhoList } from '../espelho-list.tsx';
import { themeVersionsQuery, useRegrade } from './themes.queries.ts';

type ThemeVersionsProps = { themeId: number; currentNumber: number };

/** What students wrote under, and still are graded by; the espelho of an older version can be corrected. */
export function ThemeVersions({ themeId, currentNumber }: ThemeVersionsProps) {
  const versions = useQuery(themeVersionsQuery(themeId)).data ?? [];
  const current = versions.find(({ number }) => number === currentNumber);
  return (
    <Card title="Versões publicadas" aside="cada redação fica com a sua">
      <ul className="grid grid-cols-1 divide-y divide-line">
        {versions.map((version) => (
          <li key={version.number}>
            <details>
              <summary className="min-h-11 cursor-pointer py-2.5">
                <b>Versão {version.number}</b>, {formatDateTime(version.publishedAt)}
                {version.publishedBy && `, ${version.publishedBy}`}, {plural(version.essayCount, 'redação', 'redações')}
              </summary>
              <div className="grid grid-cols-1 gap-3 pb-4">
                {version.correctedAt && (
                  <p className="text-sm">
                    Espelho corrigido em {formatDateTime(version.correctedAt)}: {version.correctionReason}
                  </p>
                )}
                <EspelhoList espelho={version.theme.espelho} />
                {current && version.number < current.number && (
                  <Correction themeId={themeId} version={version} current={current} />
                )}
              </div>
            </details>
          </li>
        ))}
      </ul>
    </Card>
  );
}

type CorrectionProps = { themeId: number; version: ThemeVersion; current: ThemeVersion };

function Correction({ themeId, version, current }: CorrectionProps) {
  const [isOpen, setOpen] = useState(false);
  const [before, after] = [version.theme.espelho, current.theme.espelho];
  if (version.essayCount === 0) return null;
  if (JSON.stringify(before) === JSON.stringify(after)) {
    const { number, correctionReason: reason } = version;
    return reason === null ? null : <RegradeAgain themeId={themeId} number={number} reason={reason} />;
  }
  const mismatch = espelhoMismatch(before, after);
  if (mismatch !== null) {
    return (
      <p className="text-ink-soft text-sm">
        A versão {current.number} não corrige esta. {mismatch}
      </p>
    );
  }
  return (
    <>
      <Button variant="line" size="sm" className="justify-self-start" onClick={() => setOpen(true)}>
        Recalcular com o espelho da versão {current.number}
      </Button>
      <Dialog open={isOpen} onOpenChange={setOpen} title={`Recalcular a versão ${version.number}`} size="sm">
        <RegradeForm themeId={themeId} version={version} onDone={() => setOpen(false)} />
      </Dialog>
    </>
  );
}

/** Starts the job again, where it failed: essays that follow the espelho already stay as they are. */
function RegradeAgain({ themeId, number, reason }: { themeId: number; number: number; reason: string }) {
  const regrade = useRegrade(themeId);
  return (
    <Button
      variant="line"
      size="sm"
      className="justify-self-start"
      busy={regrade.isPending}
      busyLabel="Recalculando..."
      onClick={() => regrade.mutate({ number, reason })}
    >
      Recalcular de novo
    </Button>
  );
}

type RegradeFormProps = { themeId: number; version: ThemeVersion; onDone: () => void };

function RegradeForm({ themeId, version: { number, essayCount }, onDone }: RegradeFormProps) {
  const regrade = useRegrade(themeId);
  const form = useForm({
    initial: { reason: '' },
    schema: regradeEssays.body,
    bodyOf: ({ reason }) => ({ number, reason }),
    onSubmit: (body) => regrade.mutate(body, { onSuccess: onDone, onError: form.refused }),
  });
  return (
    <form {...form.props} className="grid grid-cols-1 gap-4">
      <p className="text-sm">
        {plural(essayCount, 'redação fica', 'redações ficam')} nesta versão e {essayCount === 1 ? 'passa' : 'passam'} a
        valer pelo espelho corrigido. Os pontos dos leitores não mudam. Quem já recebeu a nota é avisado se ela mudar.
      </p>
      <Field label="O que foi corrigido" error={form.errors.reason} help="Os alunos leem no aviso.">
        <Textarea {...form.field('reason')} rows={3} maxLength={ESSAY_REVIEW_WORDS_MAX} />
      </Field>
      <Button type="submit" busy={regrade.isPending} busyLabel="Recalculando..." className="md:justify-self-end">
        Recalcular
      </Button>
    </form>
  );
}
