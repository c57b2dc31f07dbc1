/// <reference types="vite/client" />
import { type Block, readMarkdown } from '#web/lib/markdown.ts';

/** The readers of a guide; the secretary reads those of administrators. */
export const readers = ['student', 'teacher', 'admin'] as const;
export type Reader = (typeof readers)[number];

export type Topic = { slug: string; title: string; blocks: Block[] };

/**
 * The sections of a guide for a role. A comment after a heading names its readers (`<!-- teacher -->`); a section
 * without one is for the readers of the guide. `operator` sections are read only in the repository.
 */
export function topicFor(slug: string, text: string, role: Reader): Topic | null {
  const [first, ...blocks] = readMarkdown(text);
  if (first?.kind !== 'heading') throw new Error(`The guide ${slug} does not begin with its title.`);
  const isFor = (note: string) => note.split(' ').includes(role);
  let isTheirs = isFor(first.note);
  const theirs = blocks.filter((block) => {
    if (block.kind === 'heading' && block.level === 2) isTheirs = isFor(block.note || first.note);
    return isTheirs;
  });
  return theirs.length > 0 ? { slug, title: first.text, blocks: theirs } : null;
}

const files = import.meta.glob<string>('../../../../docs/guides/*.md', {
  query: '?raw',
  import: 'default',
  eager: true,
});

/** In the order in which a new user needs them. */
const order = ['cursos', 'aulas', 'simulados', 'provas-e-plano', 'certificados', 'relatorios-e-imagens', 'pagamentos'];

export function topicsFor(role: Reader): Topic[] {
  const slugOf = (path: string) => path.replace(/^.*\/|\.md$/g, '');
  const place = (slug: string) => (order.includes(slug) ? order.indexOf(slug) : order.length);
  return Object.entries(files)
    .map(([path, text]) => ({ slug: slugOf(path), text }))
    .sort((a, b) => place(a.slug) - place(b.slug) || a.slug.localeCompare(b.slug))
    .flatMap(({ slug, text }) => topicFor(slug, text, role) ?? []);
}
