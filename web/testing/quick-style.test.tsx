import { JSDOM } from 'jsdom';
import { describe, expect, it } from 'vitest';
import { quickStyle } from './quick-style.ts';

const tags = [
  ...['div', 'span', 'p', 'button', 'input', 'select', 'option', 'textarea', 'label', 'a', 'ul', 'li', 'h1', 'form'],
  ...['table', 'thead', 'tbody', 'tr', 'td', 'th', 'caption', 'details', 'summary', 'dialog', 'template', 'datalist'],
  ...[
    'script',
    'style',
    'title',
    'noscript',
    'search',
    'section',
    'fieldset',
    'legend',
    'img',
    'video',
    'slot',
    'embed',
  ],
];
const attributes = [
  '',
  'hidden',
  'hidden="until-found"',
  'open',
  'popover',
  'type="hidden"',
  'aria-hidden="true"',
  ...['none', 'block', 'contents', 'inherit', 'initial', 'none !important'].map((value) => `style="display: ${value}"`),
  ...['hidden', 'visible', 'collapse', 'inherit'].map((value) => `style="visibility: ${value}"`),
  ...['none', 'auto', 'inherit', 'unset'].map((value) => `style="pointer-events: ${value}"`),
];
const parents = ['', 'hidden', 'style="visibility: hidden"', 'style="pointer-events: none"', 'style="display: none"'];
const sheets = {
  none: '',
  'one about other things': 'div { color: red } .a { position: fixed }',
  'one that hides': 'button, .a { display: none } ul { visibility: hidden } label { pointer-events: none }',
  'one for a width': '@media (min-width: 1px) { span { display: none } }',
};

const properties = [
  ['display', 'display'],
  ['visibility', 'visibility'],
  ['pointerEvents', 'pointer-events'],
  ['position', 'position'],
] as const;

describe.each(Object.entries(sheets))('with a sheet: %s', (name, sheet) => {
  const window = new JSDOM(`<style>${sheet}</style><main></main>`).window;
  const real = window.getComputedStyle.bind(window) as unknown as (element: Element) => CSSStyleDeclaration;
  const quick = quickStyle(real);
  const main = window.document.querySelector('main') as Element;

  /** Elements are created one by one: a parser would move parts of tables and the content of a head. */
  const made = (tag: string, attribute: string) => {
    const element = window.document.createElement(tag);
    const [, name, value = ''] = /^([\w-]+)(?:="(.*)")?$/.exec(attribute) ?? [];
    if (name) element.setAttribute(name, value);
    return element;
  };

  const compare = (tag: string, attribute: string, ofParent: string) => {
    const element = made(tag, attribute);
    const parent = made('div', ofParent);
    parent.append(element);
    main.append(parent);
    const [expected, found] = [real(element), quick(element)];
    const where = `<div ${ofParent}><${tag} ${attribute}>`;
    const valuesOf = (style: CSSStyleDeclaration) =>
      properties.map(([name, property]) => [where, name, style[name], style.getPropertyValue(property)]);
    expect(valuesOf(found)).toEqual(valuesOf(expected));
    parent.remove();
  };

  it('every kind of element has the values that jsdom computes', () => {
    for (const tag of tags) compare(tag, '', '');
    if (name === 'none') for (const tag of tags) compare(tag, 'hidden', '');
  });

  it('an element with any attribute, below any parent, has the values that jsdom computes', () => {
    // Inherited values are the same with any stylesheet that does not name them.
    const around = name === 'none' ? parents : parents.slice(0, 2);
    for (const attribute of attributes) for (const parent of around) compare('span', attribute, parent);
    for (const attribute of ['open', 'popover', 'type="hidden"']) {
      for (const tag of ['dialog', 'details', 'input', 'tr']) compare(tag, attribute, '');
    }
  });

  it('the values follow later changes of a style, an attribute and a stylesheet', () => {
    const element = made('p', '');
    main.append(element);
    const style = quick(element);
    expect(style.display).toBe('block');
    element.style.display = 'none';
    expect(style.display).toBe('none');
    element.style.display = '';
    element.hidden = true;
    expect(style.display).toBe('none');
    element.hidden = false;
    const late = window.document.createElement('style');
    late.textContent = 'p { color: red }';
    main.append(late);
    expect(style.display).toBe('block');
    late.sheet?.insertRule('p { display: flex }', 1);
    expect(style.display).toBe('flex');
    late.remove();
    element.remove();
  });
});
