import { expect, it } from 'vitest';
import { formOf } from './form-of.ts';

it('a form has its fields in their order, without those that are undefined', () => {
  const file = new File(['a'], 'aula.docx');
  const form = formOf({ name: file.name, mapping: undefined, note: '', file });
  expect([...form.entries()]).toEqual([
    ['name', 'aula.docx'],
    ['note', ''],
    ['file', file],
  ]);
});
