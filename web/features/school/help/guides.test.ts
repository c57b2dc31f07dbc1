import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { readInline, readMarkdown } from '#web/lib/markdown.ts';
import { shots } from '../../../../bench/shots.ts';
import { addressOfPicture, pictureIn } from './guide-pictures.ts';
import { topicFor, topicsFor } from './guides.ts';

const guide = `# Simulados <!-- teacher -->
Um resumo.

## Para o aluno <!-- student -->
Toque em *Iniciar*.

### Terminar
- um
- dois

## Criar
1. Abra **Publicar**.

| Coluna | O que é |
|---|---|
| \`a\` | [um](https://exemplo.com.br) |

## Configuração <!-- operator -->
\`PIX_KEY\`
`;
const shapes = (role: 'student' | 'teacher' | 'admin') =>
  topicFor('simulados', guide, role)?.blocks.map((block) => (block.kind === 'heading' ? block.text : block.kind));

it('each role gets its sections, and none gets those of the operator', () => {
  expect(shapes('student')).toEqual(['Para o aluno', 'paragraph', 'Terminar', 'list']);
  expect(shapes('teacher')).toEqual(['paragraph', 'Criar', 'list', 'table']);
  expect(shapes('admin')).toBeUndefined();
});

it('a guide is parsed into headings, lists, tables and text', () => {
  const [title, , , , , list] = readMarkdown(guide);
  expect(title).toEqual({ kind: 'heading', level: 1, text: 'Simulados', note: 'teacher' });
  expect(list).toEqual({
    kind: 'list',
    ordered: false,
    items: [[{ kind: 'text', text: 'um' }], [{ kind: 'text', text: 'dois' }]],
  });
  expect(readMarkdown(guide).find(({ kind }) => kind === 'table')).toEqual({
    kind: 'table',
    head: [[{ kind: 'text', text: 'Coluna' }], [{ kind: 'text', text: 'O que é' }]],
    rows: [[[{ kind: 'code', text: 'a' }], [{ kind: 'link', text: 'um', href: 'https://exemplo.com.br' }]]],
  });
  expect(readInline('Use **já** e *aqui*.')).toEqual([
    { kind: 'text', text: 'Use ' },
    { kind: 'strong', text: 'já' },
    { kind: 'text', text: ' e ' },
    { kind: 'em', text: 'aqui' },
    { kind: 'text', text: '.' },
  ]);
});

it('every role has guides, without sections for the operator', () => {
  expect(topicsFor('student').map(({ slug }) => slug)).toEqual(
    expect.arrayContaining(['cursos', 'simulados', 'provas-e-plano', 'certificados', 'privacidade-e-sistema']),
  );
  expect(topicsFor('teacher').map(({ slug }) => slug)).toEqual(
    expect.arrayContaining(['aulas', 'relatorios-e-imagens']),
  );
  expect(topicsFor('admin').map(({ slug }) => slug)).toEqual(expect.arrayContaining(['pagamentos']));
  for (const role of ['student', 'teacher', 'admin'] as const) {
    const text = JSON.stringify(topicsFor(role));
    expect(text).not.toContain('PIX_KEY');
    expect(text).not.toContain('<!--');
  }
});

const picturesIn = (path: string) =>
  readMarkdown(readFileSync(path, 'utf8')).flatMap((block) => pictureIn(block) ?? []);

it('every picture of the guides is made by npm run pictures, exists and says in words what it shows', () => {
  const used = globSync('docs/guides/*.md').flatMap(picturesIn);
  for (const { name, alt } of used) {
    expect(addressOfPicture(name)).toContain(name);
    expect(alt.length, name).toBeGreaterThan(20);
  }
  const inReadme = shots.filter(({ name }) => readFileSync('README.md', 'utf8').includes(`docs/pictures/${name}.webp`));
  expect(inReadme).toHaveLength(4);
  const names = [...used, ...inReadme].map(({ name }) => name);
  expect([...new Set(names)].sort()).toEqual(shots.map(({ name }) => name).sort());
  expect(globSync('docs/pictures/*.webp').sort()).toEqual(shots.map(({ name }) => `docs/pictures/${name}.webp`).sort());
});

it('a picture elsewhere, or beside other words, is not taken from the guide', () => {
  const [outside, beside] = readMarkdown('![fora](https://exemplo.com.br/a.webp)\n\nVeja ![a](../pictures/home.webp).');
  expect([outside, beside].map((block) => block && pictureIn(block))).toEqual([undefined, undefined]);
});
