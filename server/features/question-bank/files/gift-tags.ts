import type { FileQuestion } from './question-file.ts';
import { difficultyLabel, readDifficulty, readStatus, readYear, statusLabel } from './question-labels.ts';

type Labels = Pick<FileQuestion, 'topic' | 'source' | 'year' | 'difficulty' | 'status' | 'statusReason'>;

/** Moodle writes tags into the comment above a question: `// [tag:crase] [tag:banca=FGV]`. Ours have a name. */
const tag = /\[tag:((?:\\.|[^\]\\])+)\]/g;

/** Of a comment that long no tag is meant. */
const LONGEST = 4000;

export function readTags(comments: readonly string[]): Labels {
  const named = new Map<string, string>();
  for (const comment of comments) {
    for (const [, content = ''] of comment.slice(0, LONGEST).matchAll(tag)) {
      const [, name = '', value = ''] = /^([a-z]+)=(.*)$/s.exec(content.replace(/\\([\\\]])/g, '$1')) ?? [];
      if (name) named.set(name, value.trim());
    }
  }
  return {
    topic: named.get('assunto') ?? '',
    source: named.get('banca') ?? '',
    year: readYear(named.get('ano') ?? '') ?? null,
    difficulty: readDifficulty(named.get('dificuldade') ?? '') ?? null,
    status: readStatus(named.get('situacao') ?? '') ?? 'active',
    statusReason: named.get('motivo') ?? '',
  };
}

export function writeTags(labels: Labels): string {
  const named = {
    assunto: labels.topic,
    banca: labels.source,
    ano: labels.year === null ? '' : String(labels.year),
    dificuldade: difficultyLabel(labels.difficulty),
    situacao: labels.status === 'active' ? '' : statusLabel(labels.status),
    motivo: labels.statusReason,
  };
  return Object.entries(named)
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `[tag:${name}=${value.replace(/\s+/g, ' ').replace(/[\\\]]/g, '\\$&')}]`)
    .join(' ');
}
