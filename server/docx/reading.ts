/** What is known and kept while a document is read. */
export type Relation = { target: string; isOutside: boolean };

export type Reading = {
  relations: ReadonlyMap<string, Relation>;
  /** Counts content that lessons do not support, by its name. */
  missed(what: string): void;
  /** The address of a picture of the document in the HTML. */
  image(part: string): string;
  /** The number of a note, in the order of the text. */
  note(kind: 'ftn' | 'edn', id: string): number;
  /** A formula, as HTML. */
  formula(latex: string, isBlock: boolean): string;
};
