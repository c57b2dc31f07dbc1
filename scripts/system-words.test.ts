import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { upkeepFigures } from '#contract/platform/upkeep-figures.ts';
import { mailWords, workWords } from '#web/features/platform/system/work-words.ts';

const paths = globSync('server/**/*.ts', { exclude: (path) => /\.test\.|\/testing\//.test(path) });
const texts = new Map(paths.map((path) => [path, readFileSync(path, 'utf8')]));

/** The value of a constant, in its own file or in the one that it is imported from. */
function constantIn(path: string, name: string): string | undefined {
  const text = texts.get(path) ?? '';
  const value = new RegExp(`const ${name} = '([^']+)'`).exec(text)?.[1];
  if (value !== undefined) return value;
  const from = new RegExp(`import (?:type )?\\{[^}]*\\b${name}\\b[^}]*\\} from '(\\.[^']+)'`).exec(text)?.[1];
  return from === undefined ? undefined : constantIn(join(dirname(path), from), name);
}

/** The names of all calls of a function that defines a job, by the text of their first argument with a name. */
function jobsBy(call: RegExp): { path: string; name: string | undefined }[] {
  return [...texts].flatMap(([path, text]) =>
    [...text.matchAll(call)].map(({ index }) => {
      const [, literal, constant] = /\bname: (?:'([^']+)'|(\w+))/.exec(text.slice(index, index + 500)) ?? [];
      return { path, name: literal ?? constantIn(path, constant ?? '') };
    }),
  );
}

// `defineUpkeep` itself defines the job that its caller names.
const isOwn = ({ path }: { path: string }) => path !== 'server/jobs/upkeep.ts';
const upkeeps = jobsBy(/(?<!function )\bdefineUpkeep(?:<[^()]*>)?\(/g).filter(isOwn);
const jobs = [...jobsBy(/\bjobs\.define(?:<[^()]*>)?\(/g).filter(isOwn), ...upkeeps];

it('every background job has a name in words on Sistema', () => {
  expect(jobs.length).toBeGreaterThan(60);
  expect(jobs.filter(({ name }) => name === undefined)).toEqual([]);
  const names = new Set(jobs.map(({ name }) => name));
  expect([...names].filter((name) => !(String(name) in workWords))).toEqual([]);
  expect(Object.keys(workWords).filter((name) => !names.has(name))).toEqual([]);
});

it('the figures of every scheduled job are listed in the contract', () => {
  expect(upkeeps.map(({ name }) => name).sort()).toEqual(Object.keys(upkeepFigures).sort());
});

it('every e-mail has a name in words on Sistema', () => {
  const kinds = [...texts.values()]
    .filter((text) => /\bmail\.define\b|MailKind</.test(text))
    .flatMap((text) => [
      ...[...text.matchAll(/\bdefine(?:<[^()]*>)?\(\s*'([a-z_]+)'/g)].map(([, kind = '']) => kind),
      ...[...text.matchAll(/const retired of \[([^\]]+)\]/g)].flatMap(([, list = '']) => list.match(/[a-z_]+/g) ?? []),
    ]);
  expect(kinds.length).toBeGreaterThan(20);
  expect(kinds.filter((kind) => !(kind in mailWords))).toEqual([]);
  expect(Object.keys(mailWords).filter((kind) => !kinds.includes(kind))).toEqual([]);
});

it('words of jobs and e-mails begin with a capital letter and do not end with a full stop', () => {
  const all = [...Object.values(workWords), ...Object.values(mailWords)];
  expect(all.filter((words) => !/^[A-ZÁÉÍÓÚ].*[^.]$/.test(words))).toEqual([]);
});
