import { Link } from 'wouter';
import type { Block, Inline } from '#web/lib/markdown.ts';
import { anchorOf } from './guide-parts.ts';
import { addressOfPicture, type Picture, pictureIn } from './guide-pictures.ts';

/** The blocks of a topic, whose title is an h2. Its parts have the addresses that pages and the search lead to. */
export function GuideText({ slug, blocks }: { slug: string; blocks: Block[] }) {
  return blocks.map((block, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the blocks of a guide are never reordered
    <BlockView key={place} id={anchorOf(slug, block)} block={block} />
  ));
}

function BlockView({ id, block }: { id: string | undefined; block: Block }) {
  switch (block.kind) {
    case 'heading': {
      const Heading = block.level === 3 ? 'h4' : 'h3';
      return (
        <Heading id={id} className="mt-3 scroll-mt-4 text-md">
          {block.text}
        </Heading>
      );
    }
    case 'paragraph': {
      const picture = pictureIn(block);
      if (picture) return <GuidePicture {...picture} />;
      return (
        <p id={id} className="scroll-mt-4 target:bg-selected">
          <Words words={block.text} />
        </p>
      );
    }
    case 'list': {
      const List = block.ordered ? 'ol' : 'ul';
      return (
        <List className={`grid gap-1.5 pl-6 ${block.ordered ? 'list-decimal' : 'list-disc'}`}>
          {block.items.map((item, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: see above
            <li key={place}>
              <Words words={item} />
            </li>
          ))}
        </List>
      );
    }
    case 'table':
      return <GuideTable head={block.head} rows={block.rows} />;
  }
}

/** The sizes are those of the windows in bench/shots.ts. */
function GuidePicture({ name, alt }: Picture) {
  const isPhone = name.startsWith('phone-');
  return (
    <img
      src={addressOfPicture(name)}
      alt={alt}
      width={isPhone ? 390 : 1280}
      height={800}
      loading="lazy"
      className={`h-auto rounded-card border border-line ${isPhone ? 'w-64' : 'w-full'}`}
    />
  );
}

const plain = (cells: Inline[][]) => cells.map((words) => words.map(({ text }) => text).join('')).join(', ');

function GuideTable({ head, rows }: { head: Inline[][]; rows: Inline[][][] }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table scrolls inside, also by keyboard
    <section tabIndex={0} aria-label={`Tabela: ${plain(head)}`} className="overflow-x-auto">
      <table className="w-full border-collapse text-left text-sm [&_:is(td,th)]:border-line [&_:is(td,th)]:border-b [&_:is(td,th)]:py-2 [&_:is(td,th)]:pr-4 [&_:is(td,th)]:align-top">
        <thead>
          <tr>
            {head.map((cell, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: see above
              <th key={place} scope="col">
                <Words words={cell} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, line) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: see above
            <tr key={line}>
              {row.map((cell, place) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: see above
                <td key={place}>
                  <Words words={cell} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Words({ words }: { words: Inline[] }) {
  return words.map((word, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: see above
    <Word key={place} word={word} />
  ));
}

function Word({ word }: { word: Inline }) {
  switch (word.kind) {
    case 'strong':
      return <strong>{word.text}</strong>;
    case 'em':
      return <em>{word.text}</em>;
    case 'code':
      // A link to a path of the product.
      return word.text.startsWith('/') && word.text.length > 1 ? (
        <Link href={word.text} className="link">
          {word.text}
        </Link>
      ) : (
        <code className="rounded-[4px] bg-sunken px-1 py-0.5 text-[0.9em]">{word.text}</code>
      );
    case 'link':
      return (
        <a href={word.href} className="link">
          {word.text}
        </a>
      );
    case 'text':
      return word.text;
  }
}
