import { expect, test } from 'vitest';
import { fillTemplate } from './page-template.ts';

const values = { name: 'Curso <b>"A & B\'s"</b>', none: null, some: 'x', strange: '{{name}}{{#some}}' };

test('a value cannot become markup', () => {
  expect(fillTemplate('<p title="{{name}}">', values)).toBe(
    '<p title="Curso &lt;b&gt;&quot;A &amp; B&#39;s&quot;&lt;/b&gt;">',
  );
});

test('inside JSON a value stays one string and cannot end the script block', () => {
  const filled = fillTemplate('{"name":"{{json:name}}"}', { name: 'a"b\\</script>\u2028' });
  expect(filled).not.toContain('<');
  expect(JSON.parse(filled)).toEqual({ name: 'a"b\\</script>\u2028' });
});

test('a section is rendered only when its value is set, also across lines', () => {
  expect(fillTemplate('a{{#some}}\n{{some}}\n{{/some}}b{{#none}}c{{/none}}', values)).toBe('a\nx\nb');
});

test('a value that looks like a template is rendered as text', () => {
  expect(fillTemplate('{{strange}}', values)).toBe('{{name}}{{#some}}');
});

test('an unknown name in a template fails the start', () => {
  expect(() => fillTemplate('{{nobody}}', values)).toThrow('{{nobody}}');
  expect(() => fillTemplate('{{#nobody}}x{{/nobody}}', values)).toThrow('{{nobody}}');
});
