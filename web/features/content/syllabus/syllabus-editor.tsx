import { ClipboardPaste, Copy, Download } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'wouter';
import { exportSyllabus, type Syllabus } from '#contract/content/syllabus.ts';
import { addressOf, isSignedOut } from '#web/lib/api.ts';
import { paths } from '#web/lib/paths.ts';
import { useEditing } from '#web/lib/use-editing.ts';
import { ActionBar } from '#web/ui/action-bar.tsx';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { ConflictNotice } from '#web/ui/conflict-notice.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { RadioGroup } from '#web/ui/radio-group.tsx';
import { RestoredDraftNotice } from '#web/ui/restored-draft-notice.tsx';
import { toast } from '#web/ui/toast.ts';
import { toastDraftStored, toastUnsaved } from '#web/ui/toast-editing.ts';
import { CopyDialog } from './copy-dialog.tsx';
import { gapWords } from './gap-words.ts';
import { OutlineEditor } from './outline-editor.tsx';
import { PasteDialog } from './paste-dialog.tsx';
import { fetchSyllabus, useSaveSyllabus } from './syllabus.queries.ts';
import { bodyOf, draftOf, problemsOf, type SyllabusDraft, syllabusLines, totalsOf, written } from './syllabus-draft.ts';

export function SyllabusEditor({ opened }: { opened: Syllabus }) {
  const { examId, examName } = opened;
  const [stored, setStored] = useState(opened);
  const save = useSaveSyllabus(examId);
  const [isOpen, setOpen] = useState<'paste' | 'copy' | null>(null);
  const [isChecked, setChecked] = useState(false);
  const editing = useEditing<SyllabusDraft>({
    name: `syllabus:${examId}`,
    stored: draftOf(opened),
    onLeft: toastDraftStored,
    send: async (value, version) => {
      try {
        const saved = await save.mutateAsync(bodyOf(value, version ?? 0));
        setStored(saved);
        return draftOf(saved);
      } catch (error) {
        if (error instanceof Error && !isSignedOut(error)) toastUnsaved('Não foi possível salvar')(error);
        throw error;
      }
    },
    reload: async () => draftOf(await fetchSyllabus(examId)),
  });
  const { value, change, isSaving, isDirty } = editing;
  const problems = isChecked ? problemsOf(value) : {};
  const submit = async () => {
    const found = problemsOf(value);
    setChecked(true);
    const first = Object.values(found)[0];
    if (first) {
      toast({ title: 'Confira o edital', description: first, tone: 'bad' });
      return;
    }
    if (!isSaving && (await editing.save()) === 'saved') {
      setChecked(false);
      toast({ title: 'Edital salvo' });
    }
  };
  return (
    <Page width="wide-form">
      <PageHeader
        eyebrow={
          <Link href={paths.adminExams} className="link">
            Provas
          </Link>
        }
        title={`Edital: ${examName}`}
        subtitle="O que cai na prova, por matéria e assunto, e quanto pesa"
        actions={
          <>
            <Button variant="line" onClick={() => setOpen('paste')}>
              <ClipboardPaste /> Colar edital
            </Button>
            <Button variant="line" onClick={() => setOpen('copy')}>
              <Copy /> Copiar de outra prova
            </Button>
            {stored.version > 0 && (
              <a
                href={addressOf(exportSyllabus, { params: { id: examId } })}
                download
                className={buttonClass({ variant: 'line' })}
              >
                <Download /> CSV
              </a>
            )}
          </>
        }
      />
      <div className="grid grid-cols-1 gap-5">
        {editing.conflict && (
          <ConflictNotice
            editing={editing}
            title="Este edital foi alterado enquanto você editava"
            linesOf={syllabusLines}
            onSave={() => void submit()}
          />
        )}
        {editing.isRecovered && !editing.conflict && (
          <RestoredDraftNotice savedAt={editing.changedAt} onDiscard={editing.discard} />
        )}
        {stored.version > 0 && <Gaps syllabus={stored} />}
        <Head value={value} problems={problems} onChange={change} />
        {value.rows.length === 0 && (
          <EmptyState
            title="Este edital ainda não tem matérias"
            text="Cole o conteúdo programático do edital: a plataforma reconhece matérias, assuntos e subassuntos, e você confere antes de salvar."
          />
        )}
        <OutlineEditor
          rows={value.rows}
          measure={value.measure}
          problems={problems}
          onChange={(rows) => change({ rows })}
        />
      </div>
      <ActionBar className="mt-6">
        <Totals value={value} />
        <Button variant="line" disabled={!isDirty || isSaving} onClick={editing.discard}>
          Descartar
        </Button>
        <Button busy={isSaving} busyLabel="Salvando..." disabled={!isDirty} onClick={() => void submit()}>
          Salvar
        </Button>
      </ActionBar>
      {isOpen === 'paste' && (
        <PasteDialog
          replaces={value.rows.length > 0}
          onParsed={(draft) => {
            change(draft);
            setOpen(null);
          }}
          onClose={() => setOpen(null)}
        />
      )}
      {isOpen === 'copy' && (
        <CopyDialog
          examId={examId}
          replaces={value.rows.length > 0}
          onCopied={(draft) => {
            change(draft);
            setOpen(null);
          }}
          onClose={() => setOpen(null)}
        />
      )}
    </Page>
  );
}

function Gaps({ syllabus: { withoutLesson, withoutQuestion } }: { syllabus: Syllabus }) {
  if (withoutLesson + withoutQuestion === 0) return null;
  return (
    <Notice tone="sun">
      {gapWords({ withoutLesson, withoutQuestion })}.{' '}
      <Link href={paths.syllabi} className="link">
        Ver quais são
      </Link>
    </Notice>
  );
}

type HeadProps = {
  value: SyllabusDraft;
  problems: Record<string, string>;
  onChange: (change: Partial<SyllabusDraft>) => void;
};

function Head({ value, problems, onChange }: HeadProps) {
  return (
    <div className="grid items-start gap-4 md:grid-cols-[2fr_1fr_1fr]">
      <RadioGroup
        label="O número ao lado de cada assunto é"
        value={value.measure}
        onValueChange={(measure) => onChange({ measure: measure === 'weight' ? 'weight' : 'questions' })}
        options={[
          { value: 'questions', label: 'quantas questões caem' },
          { value: 'weight', label: 'o peso do assunto' },
        ]}
      />
      {value.measure === 'weight' && (
        <Field label="Questões da prova" error={problems.totalQuestions}>
          <Input
            inputMode="numeric"
            value={value.totalQuestions}
            onChange={({ target }) => onChange({ totalQuestions: target.value })}
          />
        </Field>
      )}
      <Field label="Nota de corte, em pontos" optional error={problems.passMark}>
        <Input
          inputMode="decimal"
          value={value.passMark}
          onChange={({ target }) => onChange({ passMark: target.value })}
        />
      </Field>
      <Field
        label="Cada erro desconta, em questões"
        optional
        help="0 se errar não tira pontos; 1 se anula um acerto. Vazio: a regra não é conhecida."
        error={problems.wrongCost}
      >
        <Input
          inputMode="decimal"
          value={value.wrongCost}
          onChange={({ target }) => onChange({ wrongCost: target.value })}
        />
      </Field>
    </div>
  );
}

function Totals({ value }: { value: SyllabusDraft }) {
  const totals = totalsOf(value);
  if (!totals || value.rows.length === 0) return null;
  return (
    <p className="mr-auto text-ink-soft text-sm tabular-nums max-md:hidden">
      {written(totals.questions)} questões, {written(totals.points)} pontos
    </p>
  );
}
