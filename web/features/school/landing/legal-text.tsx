import type { ReactNode } from 'react';
import type { LegalPlaceholder } from '#contract/school/site-content.ts';
import { type Block, type Inline, readInline, readMarkdown } from '#web/lib/markdown.ts';
import { usePageText } from './page-text.ts';

/** The value of a name in braces; the contract allows no other names. */
function Value({ name }: { name: LegalPlaceholder }): ReactNode {
  const { schoolName, companyId, supportEmail, price, whatsappUrl } = usePageText().values;
  switch (name) {
    case 'escola':
      return schoolName;
    case 'empresa':
      // The company as the law requires it to be named.
      return companyId ? `${schoolName} (CNPJ ${companyId})` : schoolName;
    case 'suporte':
      return <a href={`mailto:${supportEmail}`}>{supportEmail}</a>;
    case 'preço':
      return price;
    case 'ou WhatsApp':
      return (
        whatsappUrl && (
          <>
            {' '}
            ou chame no <a href={whatsappUrl}>WhatsApp</a>
          </>
        )
      );
  }
}

/** Links of this site, or of a safe scheme: anything else is rendered as text. */
const safeLink = /^(\/(?!\/)|#|https:\/\/|mailto:)/;

function Named({ text }: { text: string }): ReactNode {
  return text.split(/(\{[^{}]*\})/).map((piece, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: static markup, rendered once
    <Piece key={place} piece={piece} />
  ));
}

const Piece = ({ piece }: { piece: string }): ReactNode =>
  piece.startsWith('{') ? <Value name={piece.slice(1, -1) as LegalPlaceholder} /> : piece;

function Word({ word }: { word: Inline }): ReactNode {
  const text = <Named text={word.text} />;
  switch (word.kind) {
    case 'strong':
      return <b>{text}</b>;
    case 'em':
      return <em>{text}</em>;
    case 'link':
      return safeLink.test(word.href) ? <a href={word.href}>{text}</a> : text;
    case 'code':
    case 'text':
      return text;
  }
}

export function Words({ words }: { words: Inline[] }): ReactNode {
  return words.map((word, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: static markup, rendered once
    <Word key={place} word={word} />
  ));
}

function BlockView({ block }: { block: Block }): ReactNode {
  switch (block.kind) {
    case 'heading': {
      // One level below the title of the page: no level is skipped.
      return (
        <h2>
          <Words words={readInline(block.text)} />
        </h2>
      );
    }
    case 'paragraph':
      return (
        <p>
          <Words words={block.text} />
        </p>
      );
    case 'list': {
      const List = block.ordered ? 'ol' : 'ul';
      return (
        <List>
          {block.items.map((item, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: static markup, rendered once
            <li key={place}>
              <Words words={item} />
            </li>
          ))}
        </List>
      );
    }
    case 'table':
      return [block.head, ...block.rows].map((row, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: static markup, rendered once
        <p key={place}>
          {row.map((cell, column) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: static markup, rendered once
            <span key={column}>
              {column > 0 && ' | '}
              <Words words={cell} />
            </span>
          ))}
        </p>
      ));
  }
}

export function LegalText({ text }: { text: string }): ReactNode {
  return readMarkdown(text).map((block, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: static markup, rendered once
    <BlockView key={place} block={block} />
  ));
}
