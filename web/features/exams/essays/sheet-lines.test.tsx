import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { essayLines } from '#contract/exams/essay-lines.ts';
import { generatedEssays } from '#web/testing/generated-essays.ts';
import { SheetView } from './sheet-view.tsx';
import { SheetEditor } from './writing/sheet-editor.tsx';

const nothing = () => undefined;
const found = (markup: string, pattern: RegExp) => [...markup.matchAll(pattern)].map(([, inside]) => inside);

it('the sheet that is written and the one that is read have the lines of the count, and begin them alike', () => {
  for (const text of generatedEssays(100, 48)) {
    const lines = essayLines(text, 68);
    const read = renderToStaticMarkup(<SheetView text={text} lineWidth={68} maxLines={30} />);
    expect(found(read, /<li.*?data-start="(\d+)"/g)).toEqual(lines.map(({ start }) => String(start)));
    expect(read.match(/<li/g)).toHaveLength(lines.length);
    const written = renderToStaticMarkup(
      <SheetEditor
        text={text}
        lineWidth={68}
        maxLines={30}
        spelling={false}
        isReadOnly={false}
        onChange={nothing}
        onBlur={nothing}
      />,
    );
    expect(found(written, /<span class="absolute[^>]*>([^<]*)</g)).toEqual(
      lines.map((_, at) => (at < 30 ? String(at + 1) : 'fora')),
    );
  }
});
