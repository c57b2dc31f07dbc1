import { useQuery } from '@tanstack/react-query';
import type { QuestionStatus } from '#contract/question-status.ts';
import { type BankAttention, HARD_BELOW_PERCENT, type LackingLabel } from '#contract/questions/question-bank.ts';
import type { QuestionKind } from '#contract/questions/question-shapes.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { Options, RowOptions } from '#web/ui/options.tsx';
import { SearchInput } from '#web/ui/search-input.tsx';
import { Select } from '#web/ui/select.tsx';
import { kindNames, statusNames } from './bank-words.ts';
import {
  all,
  DifficultySelect,
  NameSelect,
  SourceSelect,
  SubjectSelect,
  TopicSelect,
  YearSelect,
} from './label-selects.tsx';
import { type BankChoice, bankLabelsQuery, everything, isNarrowed } from './questions.queries.ts';

type BankFilterProps = { choice: BankChoice; onChange: (choice: BankChoice) => void; withStatus?: boolean };

/** The filters of the bank: what most searches need in one row. Topics depend on the selected subject. */
export function BankFilter({ choice, onChange, withStatus = true }: BankFilterProps) {
  const change = (wish: Partial<BankChoice>) => onChange({ ...choice, ...wish });
  return (
    <search className="@container grid grid-cols-1 gap-3">
      <SearchInput
        label="Procurar no banco de questões"
        placeholder="Procurar no enunciado, nas alternativas e nos comentários"
        value={choice.search}
        onValueChange={(search) => change({ search })}
      />
      <div className="grid grid-cols-2 gap-3 @lg:grid-cols-3 @4xl:grid-cols-5">
        <SubjectSelect
          any={all}
          value={choice.subjectId}
          onChange={(subjectId) => change({ subjectId, topicId: null })}
        />
        <TopicSelect
          any={all}
          subjectId={choice.subjectId}
          value={choice.topicId}
          onChange={({ topicId }) => change({ topicId })}
        />
        <SourceSelect any={all} value={choice.source} onChange={(source) => change({ source })} />
        <Field label="Para rever">
          <Select
            value={choice.attention}
            onChange={({ target }) => change({ attention: target.value as BankAttention | '' })}
          >
            <option value="">Tanto faz</option>
            <Options words={attentionNames} />
          </Select>
        </Field>
        {withStatus && (
          <Field label="Situação">
            <Select
              value={choice.status}
              onChange={({ target }) => change({ status: target.value as QuestionStatus | '' })}
            >
              <option value="">Todas</option>
              <Options words={statusNames} />
            </Select>
          </Field>
        )}
      </div>
      <MoreFilters choice={choice} onChange={change} />
      {isNarrowed(choice) && (
        <Button
          variant="quiet"
          size="sm"
          className="justify-self-start"
          onClick={() => onChange({ ...everything, sort: choice.sort, order: choice.order })}
        >
          Limpar filtros
        </Button>
      )}
    </search>
  );
}

const lackingNames: Record<LackingLabel, string> = {
  subject: 'Sem matéria',
  topic: 'Sem assunto',
  source: 'Sem banca',
  year: 'Sem ano',
};

const attentionNames: Record<BankAttention, string> = {
  few_right: `Acerto abaixo de ${HARD_BELOW_PERCENT}%`,
  no_comment: 'Sem comentário',
  open_doubt: 'Com dúvida',
};

type MoreProps = { choice: BankChoice; onChange: (wish: Partial<BankChoice>) => void };

/** Filters that few searches need. They are open while one of them is set. */
function MoreFilters({ choice, onChange }: MoreProps) {
  const labels = useQuery(bankLabelsQuery).data;
  const { organ, post, lacks, importId, yearFrom, yearTo, kind, difficulty, tag } = choice;
  const imports = labels?.imports ?? [];
  const isKnown = importId === null || imports.some(({ id }) => id === importId);
  const isSet =
    [organ, post, lacks, kind, difficulty, tag].some(Boolean) ||
    [importId, yearFrom, yearTo].some((one) => one !== null);
  return (
    <details open={isSet}>
      <summary className="link tappable w-fit text-sm">Mais filtros</summary>
      <div className="mt-2 grid grid-cols-2 gap-3 @4xl:grid-cols-5">
        <YearSelect label="Ano, de" any={all} value={choice.yearFrom} onChange={(yearFrom) => onChange({ yearFrom })} />
        <YearSelect label="Ano, até" any={all} value={choice.yearTo} onChange={(yearTo) => onChange({ yearTo })} />
        <Field label="Tipo">
          <Select value={choice.kind} onChange={({ target }) => onChange({ kind: target.value as QuestionKind | '' })}>
            <option value="">Todos</option>
            <Options words={kindNames} />
          </Select>
        </Field>
        <DifficultySelect
          any={all}
          value={choice.difficulty || null}
          onChange={(difficulty) => onChange({ difficulty: difficulty ?? '' })}
        />
        <Field label="Etiqueta">
          <Select value={choice.tag} onChange={({ target }) => onChange({ tag: target.value })}>
            <option value="">Todas</option>
            {labels?.tags.map((tag) => (
              <option key={tag}>{tag}</option>
            ))}
          </Select>
        </Field>
        <NameSelect
          label="Órgão"
          names={labels?.organs ?? []}
          value={organ}
          onChange={(name) => onChange({ organ: name })}
        />
        <NameSelect
          label="Cargo"
          names={labels?.posts ?? []}
          value={post}
          onChange={(name) => onChange({ post: name })}
        />
        <Field label="O que falta">
          <Select value={lacks} onChange={({ target }) => onChange({ lacks: target.value as LackingLabel | '' })}>
            <option value="">Tanto faz</option>
            <Options words={lackingNames} />
          </Select>
        </Field>
        <Field label="Arquivo">
          <Select
            value={importId ?? ''}
            disabled={imports.length === 0 && importId === null}
            onChange={({ target }) => onChange({ importId: target.value === '' ? null : Number(target.value) })}
          >
            <option value="">Todos</option>
            {!isKnown && <option value={importId}>Arquivo importado antes</option>}
            <RowOptions of={imports} label={({ fileName }) => fileName} />
          </Select>
        </Field>
      </div>
    </details>
  );
}
