import { useQuery } from '@tanstack/react-query';
import type { Difficulty, QuestionStatus } from '../../../contract/question-shapes.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { SearchInput } from '../../ui/search-input.tsx';
import { Select } from '../../ui/select.tsx';
import { difficultyNames, statusNames } from './bank-words.ts';
import { type BankChoice, bankLabelsQuery, everything } from './questions.queries.ts';

type BankFilterProps = { choice: BankChoice; onChange: (choice: BankChoice) => void; withStatus?: boolean };

/** What to look for in the bank. Topics follow the chosen subject. */
export function BankFilter({ choice, onChange, withStatus = true }: BankFilterProps) {
  const labels = useQuery(bankLabelsQuery).data;
  const change = (wish: Partial<BankChoice>) => onChange({ ...choice, ...wish });
  const topics = [
    ...new Set(
      (labels?.topics ?? [])
        .filter(({ subjectId }) => choice.subjectId === null || subjectId === choice.subjectId)
        .map(({ topic }) => topic),
    ),
  ];
  const isFiltered = Object.keys(everything).some(
    (name) => choice[name as keyof BankChoice] !== everything[name as keyof BankChoice],
  );
  return (
    <search className="@container grid grid-cols-1 gap-3">
      <SearchInput
        label="Procurar no banco de questões"
        placeholder="Procurar no enunciado, nas alternativas e nos comentários"
        value={choice.search}
        onValueChange={(search) => change({ search })}
      />
      <div className="grid grid-cols-2 gap-3 @lg:grid-cols-3 @4xl:grid-cols-6">
        <Field label="Matéria">
          <Select
            value={choice.subjectId ?? ''}
            onChange={({ target }) =>
              change({ subjectId: target.value === '' ? null : Number(target.value), topic: '' })
            }
          >
            <option value="">Todas</option>
            {labels?.subjects.map(({ id, name, activeCount }) => (
              <option key={id} value={id}>
                {name} ({activeCount})
              </option>
            ))}
          </Select>
        </Field>
        <Field label="Assunto">
          <Select value={choice.topic} onChange={({ target }) => change({ topic: target.value })}>
            <option value="">Todos</option>
            {topics.map((topic) => (
              <option key={topic}>{topic}</option>
            ))}
          </Select>
        </Field>
        <Field label="Banca">
          <Select value={choice.source} onChange={({ target }) => change({ source: target.value })}>
            <option value="">Todas</option>
            {labels?.sources.map((source) => (
              <option key={source}>{source}</option>
            ))}
          </Select>
        </Field>
        <Field label="Ano">
          <Select
            value={choice.year ?? ''}
            onChange={({ target }) => change({ year: target.value === '' ? null : Number(target.value) })}
          >
            <option value="">Todos</option>
            {labels?.years.map((year) => (
              <option key={year}>{year}</option>
            ))}
          </Select>
        </Field>
        <Field label="Dificuldade">
          <Select
            value={choice.difficulty}
            onChange={({ target }) => change({ difficulty: target.value as Difficulty | '' })}
          >
            <option value="">Todas</option>
            {Object.entries(difficultyNames).map(([code, name]) => (
              <option key={code} value={code}>
                {name}
              </option>
            ))}
          </Select>
        </Field>
        {withStatus && (
          <Field label="Situação">
            <Select
              value={choice.status}
              onChange={({ target }) => change({ status: target.value as QuestionStatus | '' })}
            >
              <option value="">Todas</option>
              {Object.entries(statusNames).map(([code, name]) => (
                <option key={code} value={code}>
                  {name}
                </option>
              ))}
            </Select>
          </Field>
        )}
      </div>
      {isFiltered && (
        <Button variant="quiet" size="sm" className="justify-self-start" onClick={() => onChange(everything)}>
          Limpar filtros
        </Button>
      )}
    </search>
  );
}
