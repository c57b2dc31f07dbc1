import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation } from 'wouter';
import type { ExamConduct } from '#contract/exams/exam-conduct.ts';
import { cebraspeRules, type ExamRules, plainRules, type QuizRules, saveRules } from '#contract/exams/exam-rules.ts';
import { subjectsQuery } from '#web/features/content/topics/subjects.ts';
import { formatShare, plural } from '#web/lib/format.ts';
import { paths } from '#web/lib/paths.ts';
import { useEditing } from '#web/lib/use-editing.ts';
import { ActionBar } from '#web/ui/action-bar.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { ConflictNotice } from '#web/ui/conflict-notice.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { PageHeader } from '#web/ui/page.tsx';
import { RadioGroup } from '#web/ui/radio-group.tsx';
import { RestoredDraftNotice } from '#web/ui/restored-draft-notice.tsx';
import { Switch } from '#web/ui/switch.tsx';
import { toastDraftStored, toastUnsaved } from '#web/ui/toast-editing.ts';
import { useChecking } from '#web/ui/use-form.ts';
import { ConductCard } from './conduct-card.tsx';
import { RuleMinimums } from './rule-minimums.tsx';
import { RuleTieBreaks } from './rule-tie-breaks.tsx';
import { fetchRules, useSaveRules } from './rules.queries.ts';
import {
  annulmentWords,
  breakEven,
  conductOf,
  type EditedRules,
  editedRules,
  rulesLines,
  rulesOf,
  snapshotOf,
} from './rules-draft.ts';

const annulments = (['point', 'pro_rata', 'dropped'] as const).map((value) => ({ value, ...annulmentWords[value] }));

/** How the points of a quiz are counted. The score from 0 to 10 is the same with and without. */
export function RulesForm({ stored: initial }: { stored: QuizRules }) {
  const [, navigate] = useLocation();
  const [stored, setStored] = useState(initial);
  const [opening] = useState(() => snapshotOf(initial, plainRules));
  const { area, errors, check, refused, mend } = useChecking<HTMLDivElement>();
  const save = useSaveRules(stored.id);
  const editing = useEditing({
    name: `rules:${stored.id}`,
    stored: opening,
    onLeft: toastDraftStored,
    send: async (value, revision) => {
      try {
        const rules = rulesOf(value) as ExamRules | null;
        const conduct = conductOf(value.conduct) as ExamConduct;
        const saved = await save.mutateAsync({ revision: revision ?? stored.revision, rules, conduct });
        setStored(saved);
        return snapshotOf(saved, plainRules);
      } catch (error) {
        if (error instanceof Error && !refused(error)) toastUnsaved('Erro ao salvar regras')(error);
        throw error;
      }
    },
    reload: async () => snapshotOf(await fetchRules(stored.id), plainRules),
  });
  const { value, isDirty } = editing;
  const names = useQuery(subjectsQuery).data ?? [];
  const nameOf = (id: number) =>
    stored.subjects.find(({ subjectId }) => subjectId === id)?.name ??
    names.find((subject) => subject.id === id)?.name ??
    'Matéria removida';

  const change = (wish: Partial<EditedRules>) => {
    editing.change(wish);
    mend(...Object.keys(errors));
  };
  /** A preset is a starting point: everything in it can be changed. */
  const take = (rules: ExamRules) => change(editedRules(rules));

  const send = async () => {
    const body = { revision: stored.revision, rules: rulesOf(value), conduct: conductOf(value.conduct) };
    if (!check(saveRules.body, body)) return false;
    return (await editing.save()) === 'saved';
  };
  const leaveForEditor = async () => {
    if (!isDirty || (await send())) navigate(paths.teacherQuiz(stored.id));
  };

  const subjects = [
    ...stored.subjects,
    ...namedOutside(value, stored).map((subjectId) => ({ subjectId, name: nameOf(subjectId), questionCount: 0 })),
  ];
  const pays = breakEven(value);
  return (
    <>
      <PageHeader
        eyebrow="Regras da prova"
        title={stored.title}
        subtitle="A nota de 0 a 10 continua igual. As regras acrescentam a nota líquida, os mínimos e o corte em pontos."
      />
      {editing.conflict && (
        <ConflictNotice
          className="mb-6"
          editing={editing}
          title="Este simulado foi alterado enquanto você editava"
          linesOf={(version) => rulesLines(version, nameOf)}
          onSave={() => void send()}
        />
      )}
      {editing.isRecovered && !editing.conflict && (
        <RestoredDraftNotice className="mb-6" savedAt={editing.changedAt} onDiscard={editing.discard} />
      )}
      <div ref={area} key={editing.life} className="grid grid-cols-1 gap-6">
        <Card title="Como contar os pontos">
          <Switch
            label="Corrigir por regras próprias"
            help={
              value.isOn
                ? undefined
                : `Sem elas, passa quem acerta ${stored.passingScore}% das questões, e errar não tira nada.`
            }
            checked={value.isOn}
            onChange={({ target }) => change({ isOn: target.checked })}
          />
          <div className="mt-4 flex flex-wrap items-center gap-2">
            <span className="text-ink-soft text-sm">Começar por um modelo:</span>
            <Button variant="line" size="sm" onClick={() => take(plainRules)}>
              Simples: 1 por acerto
            </Button>
            <Button variant="line" size="sm" onClick={() => take(cebraspeRules(stored.subjects, stored.questionCount))}>
              Cebraspe: +1, −1, 0 e mínimos
            </Button>
          </div>
        </Card>
        {value.isOn && (
          <>
            <Card title="Pontos por questão">
              <div className="grid grid-cols-3 gap-4">
                <Field label="Certa" error={errors['rules.right']}>
                  <Input
                    value={value.right}
                    inputMode="decimal"
                    onChange={({ target }) => change({ right: target.value })}
                  />
                </Field>
                <Field label="Errada" error={errors['rules.wrong']}>
                  <Input value={value.wrong} onChange={({ target }) => change({ wrong: target.value })} />
                </Field>
                <Field label="Em branco" error={errors['rules.blank']}>
                  <Input value={value.blank} onChange={({ target }) => change({ blank: target.value })} />
                </Field>
              </div>
              {pays !== null && (
                <p className="mt-3 text-ink-soft text-sm">
                  Chutar vale mais que deixar em branco quando a chance de acertar passa de {formatShare(pays)}.
                </p>
              )}
              <SubjectWeights
                subjects={subjects}
                weights={value.weights}
                errors={errors}
                onChange={(weights) => change({ weights })}
              />
            </Card>
            <Card title="Questão anulada">
              <RadioGroup
                label="O que acontece com os pontos dela"
                hideLabel
                value={value.annulment}
                options={annulments}
                onValueChange={(annulment) => change({ annulment })}
              />
            </Card>
            <RuleMinimums edited={value} subjects={subjects} errors={errors} onChange={change} />
            <RuleTieBreaks edited={value} subjects={subjects} errors={errors} onChange={change} />
          </>
        )}
        <ConductCard conduct={value.conduct} errors={errors} onChange={(conduct) => change({ conduct })} />
      </div>
      <ActionBar className="mt-8">
        <span role="status" className="text-ink-soft text-sm max-md:sr-only md:mr-auto">
          {isDirty ? 'Há alterações não salvas' : 'Tudo salvo'}
        </span>
        <Button variant="line" onClick={() => void leaveForEditor()}>
          Editar e publicar
        </Button>
        <Button disabled={!isDirty} busy={editing.isSaving} busyLabel="Salvando..." onClick={() => void send()}>
          Salvar regras
        </Button>
      </ActionBar>
    </>
  );
}

/** Subjects that the rules speak of and the draft has no question of (any more). */
function namedOutside(rules: EditedRules, { subjects }: QuizRules): number[] {
  const named = [
    ...Object.keys(rules.weights).map(Number),
    ...rules.minimums.flatMap(({ subjectIds }) => subjectIds),
    ...rules.tieBreaks.flatMap(({ subjectId }) => subjectId ?? []),
  ];
  return [...new Set(named)].filter((id) => subjects.every(({ subjectId }) => subjectId !== id));
}

type SubjectWeightsProps = {
  subjects: QuizRules['subjects'];
  weights: EditedRules['weights'];
  errors: Partial<Record<string, string>>;
  onChange: (weights: EditedRules['weights']) => void;
};

function SubjectWeights({ subjects, weights, errors, onChange }: SubjectWeightsProps) {
  if (subjects.length === 0) {
    return <p className="mt-4 text-ink-soft text-sm">Inclua questões com matéria para dar pesos e mínimos a elas.</p>;
  }
  // The body lists only weights other than 1, and errors name their position there: the first one is shown for all.
  const wrong = Object.entries(errors).find(([field]) => field.startsWith('rules.weights'))?.[1];
  return (
    <fieldset className="mt-5 min-w-0">
      <legend className="font-strong text-sm">Peso por matéria</legend>
      {wrong && <p className="mt-1 text-bad text-sm">{wrong}</p>}
      <ul className="mt-2 grid grid-cols-1 gap-2">
        {subjects.map(({ subjectId, name, questionCount }) => (
          <li key={subjectId} className="flex items-center justify-between gap-3">
            <span className="wrap-anywhere min-w-0">
              {name} <span className="text-ink-soft text-sm">{plural(questionCount, 'questão', 'questões')}</span>
            </span>
            <Field label={`Peso de ${name}`} hideLabel className="w-24 shrink-0">
              <Input
                inputMode="decimal"
                value={weights[subjectId] ?? '1'}
                onChange={({ target }) => onChange({ ...weights, [subjectId]: target.value })}
              />
            </Field>
          </li>
        ))}
      </ul>
    </fieldset>
  );
}
