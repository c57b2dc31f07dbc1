import { expect, it } from 'vitest';
import { readInline, readMarkdown } from '#web/lib/markdown.ts';
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

it('reads headings, lists, tables and words', () => {
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
