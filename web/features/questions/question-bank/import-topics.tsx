import type { QuestionImport } from '#contract/questions/question-import.ts';
import { plural } from '#web/lib/format.ts';
import { Field } from '#web/ui/field.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Select } from '#web/ui/select.tsx';
import { useChooseTopics } from './import.queries.ts';

/** Topics that the school does not have: each may be another spelling of an existing one. */
export function ImportTopics({ found }: { found: QuestionImport }) {
  const choose = useChooseTopics(found.id);
  const made = found.newTopics.filter(({ topicId }) => topicId === null).length;
  return (
    <Notice
      title={
        made > 0
          ? plural(made, 'assunto será criado', 'assuntos serão criados')
          : 'Os assuntos do arquivo ficam nos da escola'
      }
    >
      <ul className="mt-2 grid grid-cols-1 gap-3">
        {found.newTopics.map(({ subject, topic, questionCount, proposal, topicId }) => (
          <li key={`${subject}>${topic}`}>
            {proposal ? (
              <Field label={`${topic} (${subject}, ${plural(questionCount, 'questão', 'questões')})`}>
                <Select
                  value={topicId ?? ''}
                  disabled={choose.isPending}
                  onChange={({ target }) =>
                    choose.mutate([{ subject, topic, topicId: target.value === '' ? null : Number(target.value) }])
                  }
                >
                  <option value="">Criar o assunto "{topic}"</option>
                  <option value={proposal.id}>
                    É o mesmo que {[proposal.parentName, proposal.name].filter(Boolean).join(' > ')}
                  </option>
                </Select>
              </Field>
            ) : (
              `${topic} (${subject}, ${plural(questionCount, 'questão', 'questões')})`
            )}
          </li>
        ))}
      </ul>
    </Notice>
  );
}
