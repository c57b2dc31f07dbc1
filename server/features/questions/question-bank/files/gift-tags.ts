import { distinctTags } from '#contract/questions/question-tags.ts';
import type { FileQuestion } from './question-file.ts';
import { difficultyLabel, readDifficulty, readStatus, readYear, statusLabel } from './question-labels.ts';

type Labels = Pick<
  FileQuestion,
  'topic' | 'source' | 'organ' | 'post' | 'year' | 'difficulty' | 'status' | 'statusReason' | 'tags'
>;

/** Moodle writes tags into the comment above a question: `// [tag:crase] [tag:banca=FGV]`. Ours have a name. */
const tag = /\[tag:((?:\\.|[^\]\\])+)\]/g;

/** Tags are searched in the first characters of a comment only. */
const LONGEST = 4000;

/** A description with this tag belongs to the questions that name its key, anywhere in the file. */
export const TEXT_KEY = 'textobase';
export const TEXT_OF_QUESTION = 'texto';

export function namedTags(comments: readonly string[]): ReadonlyMap<string, string> {
  const named = new Map<string, string>();
  for (const comment of comments) {
    for (const [, content = ''] of comment.slice(0, LONGEST).matchAll(tag)) {
      addTag(named, content.replace(/\\([\\\]])/g, '$1'));
    }
  }
  return named;
}

/** A prefix that no tag name has. */
const LOOSE = '#';
const isLoose = (key: string) => key.startsWith(LOOSE);

/** 'banca=FGV' is a label of ours; a tag without a name is a tag of the question. */
export function addTag(named: Map<string, string>, content: string): void {
  const [, name = '', value = ''] = /^([a-z]+)=(.*)$/s.exec(content) ?? [];
  if (name) named.set(name, value.trim());
  else if (!content.includes('=')) named.set(LOOSE + content.replaceAll(/[,;]/g, ' '), '');
}

export function readTags(named: ReadonlyMap<string, string>): Labels {
  return {
    topic: named.get('assunto') ?? '',
    source: named.get('banca') ?? '',
    organ: named.get('orgao') ?? '',
    post: named.get('cargo') ?? '',
    year: readYear(named.get('ano') ?? '') ?? null,
    difficulty: readDifficulty(named.get('dificuldade') ?? '') ?? null,
    status: readStatus(named.get('situacao') ?? '') ?? 'active',
    statusReason: named.get('motivo') ?? '',
    tags: distinctTags([...named.keys()].filter(isLoose).map((key) => key.slice(LOOSE.length))),
  };
}

/** The tags of a question for an export, by name. Empty values are omitted. */
export const tagsOf = (labels: Labels): [name: string, value: string][] =>
  Object.entries({
    assunto: labels.topic,
    banca: labels.source,
    orgao: labels.organ ?? '',
    cargo: labels.post ?? '',
    ano: labels.year === null ? '' : String(labels.year),
    dificuldade: difficultyLabel(labels.difficulty),
    situacao: labels.status === 'active' ? '' : statusLabel(labels.status),
    motivo: labels.statusReason,
  }).filter(([, value]) => value !== '');

export const writeTags = (labels: Labels): string =>
  [writeNamed(Object.fromEntries(tagsOf(labels))), ...labels.tags.map(writeTag)].filter(Boolean).join(' ');

export const writeNamed = (named: Record<string, string>): string =>
  Object.entries(named)
    .filter(([, value]) => value !== '')
    .map(([name, value]) => writeTag(`${name}=${value}`))
    .join(' ');

const writeTag = (content: string) => `[tag:${content.replace(/\s+/g, ' ').replace(/[\\\]]/g, '\\$&')}]`;
