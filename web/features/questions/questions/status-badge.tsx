import type { QuestionStatus } from '#contract/question-status.ts';
import { Badge } from '#web/ui/badge.tsx';
import { statusNames } from './bank-words.ts';

const tones = { active: 'ok', annulled: 'bad', outdated: 'plain' } as const;

export function StatusBadge({ status }: { status: QuestionStatus }) {
  return <Badge tone={tones[status]}>{statusNames[status]}</Badge>;
}
