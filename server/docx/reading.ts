/** What is known and kept while a document is read. */
export type Relation = { target: string; isOutside: boolean };

export type Reading = {
  relations: ReadonlyMap<string, Relation>;
  /** Something that has no place in a lesson; counted by its name. */
  missed(what: string): void;
  /** The address by which a picture of the document is named in the HTML. */
  image(part: string): string;
  /** The number of a note, in the order of the text. */
  note(kind: 'ftn' | 'edn', id: string): number;
  /** A formula, as HTML. */
  formula(latex: string, isBlock: boolean): string;
};
