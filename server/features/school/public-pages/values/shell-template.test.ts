import { expect, test } from 'vitest';
import { fillShell } from './shell-template.ts';

const values = { name: 'Curso <b>"A & B\'s"</b>', none: null, some: 'x', strange: '{{name}}{{#some}}' };

test('a value of the shell cannot become markup', () => {
  expect(fillShell('<p title="{{name}}">', values)).toBe(
    '<p title="Curso &lt;b&gt;&quot;A &amp; B&#39;s&quot;&lt;/b&gt;">',
  );
});

test('a section of the shell is rendered only when its value is set, also across lines', () => {
  expect(fillShell('a{{#some}}\n{{some}}\n{{/some}}b{{#none}}c{{/none}}', values)).toBe('a\nx\nb');
});

test('a value that looks like a placeholder is rendered as text', () => {
  expect(fillShell('{{strange}}', values)).toBe('{{name}}{{#some}}');
});

test('an unknown name in the shell fails the start', () => {
  expect(() => fillShell('{{nobody}}', values)).toThrow('{{nobody}}');
  expect(() => fillShell('{{#nobody}}x{{/nobody}}', values)).toThrow('{{nobody}}');
});
