import { useState } from 'react';
import { QUESTION_LABEL_MAX, QUESTION_TAG_MAX, SUBJECT_NAME_MAX } from '#contract/limits.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { useFillLabels } from './import.queries.ts';

const empty = { subject: '', source: '', organ: '', post: '', year: '', tag: '' };

/** Labels for all questions of a file at once. Labels from the file take precedence. */
export function ImportLabels({ importId }: { importId: number }) {
  const [labels, setLabels] = useState(empty);
  const fill = useFillLabels(importId);
  const set = (name: keyof typeof empty) => (event: { target: { value: string } }) =>
    setLabels((before) => ({ ...before, [name]: event.target.value }));
  const isYear = labels.year === '' || /^(?:19|20)\d{2}$/.test(labels.year);
  const isEmpty = Object.values(labels).every((value) => value.trim() === '');
  return (
    <Card title="Para todas as linhas" aside="só onde está vazio">
      <div className="grid grid-cols-1 gap-3 sm:grid-cols-2 lg:grid-cols-3">
        <Field label="Matéria">
          <Input value={labels.subject} maxLength={SUBJECT_NAME_MAX} onChange={set('subject')} />
        </Field>
        <Field label="Banca">
          <Input value={labels.source} maxLength={QUESTION_LABEL_MAX} onChange={set('source')} />
        </Field>
        <Field label="Órgão">
          <Input value={labels.organ} maxLength={QUESTION_LABEL_MAX} onChange={set('organ')} />
        </Field>
        <Field label="Cargo">
          <Input value={labels.post} maxLength={QUESTION_LABEL_MAX} onChange={set('post')} />
        </Field>
        <Field label="Ano" error={isYear ? null : 'Use quatro algarismos.'}>
          <Input inputMode="numeric" value={labels.year} maxLength={4} onChange={set('year')} />
        </Field>
        <Field label="Etiqueta">
          <Input value={labels.tag} maxLength={QUESTION_TAG_MAX} onChange={set('tag')} />
        </Field>
      </div>
      <Button
        className="mt-3"
        variant="line"
        disabled={isEmpty || !isYear}
        busy={fill.isPending}
        onClick={() => fill.mutate({ ...labels, year: labels.year === '' ? null : Number(labels.year) })}
      >
        Preencher
      </Button>
    </Card>
  );
}
