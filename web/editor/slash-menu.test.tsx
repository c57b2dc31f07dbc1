import { act, fireEvent, screen } from '@testing-library/react';
import type { Editor as TiptapEditor } from '@tiptap/core';
import { expect, it, vi } from 'vitest';
import { renderInApp } from '#web/testing/render-in-app.tsx';
import Editor from './editor.tsx';

function open(onQuestion?: () => void) {
  const onChange = vi.fn();
  renderInApp(
    <Editor look="page" label="Conteúdo" value="" onChange={onChange} {...(onQuestion ? { onQuestion } : {})} />,
  );
  const text = screen.getByRole('textbox', { name: 'Conteúdo' }) as HTMLElement & { editor: TiptapEditor };
  const type = (typed: string) => act(async () => void text.editor.commands.insertContent(typed));
  return { text, type, written: () => text.editor.getHTML() };
}

it('the slash menu opens below a / at the start of a line, is filtered by letters, and inserts the box Atenção', async () => {
  const { text, type, written } = open();
  await type('/');
  expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toContain('Tabela');
  expect(screen.queryByRole('option', { name: /Questão/ })).toBeNull();
  await type('atenc');
  const [entry] = screen.getAllByRole('option');
  expect(screen.getAllByRole('option')).toHaveLength(1);
  expect(text.getAttribute('aria-activedescendant')).toBe(entry?.id);
  await act(async () => void fireEvent.keyDown(text, { key: 'Enter' }));
  expect(written()).toContain('<blockquote class="attention"><p></p></blockquote>');
  expect(screen.queryByRole('listbox')).toBeNull();
});

it('the slash menu works by keyboard, closes by Escape, and ignores a / inside a sentence', async () => {
  const onQuestion = vi.fn();
  const { text, type, written } = open(onQuestion);
  await type('e/ou');
  expect(screen.queryByRole('listbox')).toBeNull();
  await act(async () => void text.editor.commands.setContent('<p></p>'));
  await type('/');
  await act(async () => void fireEvent.keyDown(text, { key: 'Escape' }));
  expect(screen.queryByRole('listbox')).toBeNull();
  expect(written()).toContain('<p>/</p>');
  await type('quest');
  await act(async () => void fireEvent.keyDown(text, { key: 'ArrowDown' }));
  await act(async () => void fireEvent.click(screen.getByRole('option', { name: /Questão/ })));
  expect(onQuestion).toHaveBeenCalledOnce();
  expect(written()).toBe('<p></p>');
});
