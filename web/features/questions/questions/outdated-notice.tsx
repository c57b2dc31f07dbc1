import type { Outdated } from '#contract/question-status.ts';
import { Notice } from '#web/ui/notice.tsx';

type OutdatedNoticeProps = { outdated: Outdated; className?: string };

/** Why a question that was answered is asked no more. */
export function OutdatedNotice({ outdated, className }: OutdatedNoticeProps) {
  if (!outdated) return null;
  return (
    <Notice tone="sun" className={className} title="Questão desatualizada: não entra mais em treinos e simulados">
      {outdated.reason}
    </Notice>
  );
}
