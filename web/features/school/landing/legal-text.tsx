import type { ReactNode } from 'react';
import type { LegalPlaceholder } from '#contract/school/site-content.ts';
import { type Block, type Inline, readInline, readMarkdown } from '#web/lib/markdown.ts';
import { slot, When } from './slots.tsx';

/** The value of each name in braces; the contract allows no other names. */
const named: Record<LegalPlaceholder, ReactNode> = {
  escola: slot('schoolName'),
  // The company as the law requires it to be named.
  empresa: (
    <>
      {slot('schoolName')}
      <When has="companyId"> (CNPJ {slot('companyId')})</When>
    </>
  ),
  suporte: <a href={`mailto:${slot('supportEmail')}`}>{slot('supportEmail')}</a>,
  preço: slot('price'),
  'ou WhatsApp': (
    <When has="whatsappUrl">
      {' '}
      ou chame no <a href={slot('whatsappUrl')}>WhatsApp</a>
    </When>
  ),
};

/** Links of this site, or of a safe scheme: anything else is rendered as text. */
const safeLink = /^(\/(?!\/)|#|https:\/\/|mailto:)/;

function Named({ text }: { text: string }): ReactNode {
  return text.split(/(\{[^{}]*\})/).map((piece, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: static markup, rendered once
    <Piece key={place} piece={piece} />
  ));
}

const Piece = ({ piece }: { piece: string }): ReactNode =>
  piece.startsWith('{') ? named[piece.slice(1, -1) as LegalPlaceholder] : piece;

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
