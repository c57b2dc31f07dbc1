import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { parseSync } from 'vite';

/** The type that a row type claims for one column. `other` is not compared. */
export type ColumnKind = 'string' | 'number' | 'boolean' | 'date' | 'array' | 'other';

type Columns = Record<string, ColumnKind>;

/** A statement of plain SQL with the row type that its code claims. */
export type RawStatement = {
  site: string;
  /** The texts between its parameters and fragments. */
  texts: string[];
  /** Null when the type cannot be read from the source: it is inferred from a schema. */
  columns: Columns | null;
};

type Node = { type: string; start: number; end: number; [key: string]: unknown };
type Module = { path: string; source: string; body: Node[] };

const root = join(import.meta.dirname, '../..');
const modules = new Map<string, Module>();

function moduleAt(path: string): Module {
  const known = modules.get(path);
  if (known) return known;
  const source = readFileSync(path, 'utf8');
  const made = { path, source, body: parseSync(path, source).program.body as unknown as Node[] };
  modules.set(path, made);
  return made;
}

const child = (node: Node | undefined, key: string) => node?.[key] as Node | undefined;
const children = (node: Node | undefined, key: string) => (node?.[key] as Node[] | undefined) ?? [];
const nameOf = (node: Node | undefined) => (node?.name ?? node?.value) as string | undefined;

/** Every node of a tree, the outer ones first. */
function* walk(node: unknown): Generator<Node> {
  if (Array.isArray(node)) {
    for (const one of node) yield* walk(one);
  } else if (node !== null && typeof node === 'object') {
    if (typeof (node as Node).type === 'string') yield node as Node;
    for (const value of Object.values(node)) yield* walk(value);
  }
}

function pathOf(from: string, source: string): string | undefined {
  if (source.startsWith('#')) return join(root, source.slice(1));
  return source.startsWith('.') ? join(dirname(from), source) : undefined;
}

/** A type's declaration, in its module or in the one it is imported from. */
function declared(module: Module, name: string): { module: Module; node: Node } | undefined {
  for (const statement of module.body) {
    const node = statement.type === 'ExportNamedDeclaration' ? child(statement, 'declaration') : statement;
    if (node?.type === 'TSTypeAliasDeclaration' && nameOf(child(node, 'id')) === name) {
      return { module, node: child(node, 'typeAnnotation') as Node };
    }
    if (node?.type === 'TSInterfaceDeclaration' && nameOf(child(node, 'id')) === name) return { module, node };
    if (statement.type !== 'ImportDeclaration') continue;
    const imported = children(statement, 'specifiers').find((one) => nameOf(child(one, 'local')) === name);
    const path = imported && pathOf(module.path, nameOf(child(statement, 'source')) ?? '');
    if (path) return declared(moduleAt(path), nameOf(child(imported, 'imported')) ?? name);
  }
  return undefined;
}

const withoutNull = (node: Node): Node[] =>
  node.type === 'TSUnionType'
    ? children(node, 'types').filter(({ type }) => type !== 'TSNullKeyword' && type !== 'TSUndefinedKeyword')
    : [node];

const kinds: Record<string, ColumnKind> = {
  TSStringKeyword: 'string',
  TSNumberKeyword: 'number',
  TSBooleanKeyword: 'boolean',
  TSArrayType: 'array',
};

function kindOf(module: Module, node: Node): ColumnKind {
  const [first, ...others] = withoutNull(node).map((one): ColumnKind => {
    if (one.type === 'TSLiteralType') {
      const kind = typeof child(one, 'literal')?.value;
      return kind === 'string' || kind === 'number' || kind === 'boolean' ? kind : 'other';
    }
    if (one.type !== 'TSTypeReference') return kinds[one.type] ?? 'other';
    const name = nameOf(child(one, 'typeName'));
    if (name === 'Date') return 'date';
    const found = name && !child(one, 'typeArguments') ? declared(module, name) : undefined;
    return found ? kindOf(found.module, found.node) : 'other';
  });
  return first !== undefined && others.every((one) => one === first) ? first : 'other';
}

const literals = (node: Node) => withoutNull(node).map((one) => String(child(one, 'literal')?.value));

/** The columns of an object type; undefined when they cannot be read from the source. */
function columnsOf(module: Module, node: Node): Columns | undefined {
  if (node.type === 'TSTypeLiteral' || node.type === 'TSInterfaceDeclaration') {
    const members = node.type === 'TSTypeLiteral' ? children(node, 'members') : children(child(node, 'body'), 'body');
    const columns: Columns = {};
    for (const member of members) {
      const type = child(child(member, 'typeAnnotation'), 'typeAnnotation');
      const name = nameOf(child(member, 'key'));
      if (member.type !== 'TSPropertySignature' || !type || !name) return undefined;
      if (!member.optional) columns[name] = kindOf(module, type);
    }
    return columns;
  }
  if (node.type === 'TSIntersectionType') {
    const parts = children(node, 'types').map((one) => columnsOf(module, one));
    return parts.every((part) => part !== undefined) ? Object.assign({}, ...parts) : undefined;
  }
  if (node.type !== 'TSTypeReference') return undefined;
  const name = nameOf(child(node, 'typeName')) ?? '';
  const [first, second] = children(child(node, 'typeArguments'), 'params');
  if ((name === 'Pick' || name === 'Omit') && first && second) {
    const columns = columnsOf(module, first);
    const named = new Set(literals(second));
    return (
      columns && Object.fromEntries(Object.entries(columns).filter(([key]) => named.has(key) === (name === 'Pick')))
    );
  }
  const found = first ? undefined : declared(module, name);
  return found && columnsOf(found.module, found.node);
}

const textsOf = (template: Node | undefined): string[] =>
  template?.type === 'TemplateLiteral'
    ? children(template, 'quasis').map((one) => (one.value as { cooked: string }).cooked)
    : typeof template?.value === 'string'
      ? [template.value]
      : [];

/** ``sql<Row>`…`.execute(db)`` and `prepared<Row>('…')`: all else is a fragment of another statement. */
function statementIn(node: Node): { row: Node | undefined; texts: string[] } | undefined {
  if (node.type !== 'CallExpression') return undefined;
  const callee = child(node, 'callee');
  if (nameOf(callee) === 'prepared') {
    const [row] = children(child(node, 'typeArguments'), 'params');
    return { row, texts: textsOf(children(node, 'arguments')[0]) };
  }
  const tagged = callee?.type === 'MemberExpression' ? child(callee, 'object') : undefined;
  if (tagged?.type !== 'TaggedTemplateExpression' || nameOf(child(callee, 'property')) !== 'execute') return undefined;
  const [row] = children(child(tagged, 'typeArguments'), 'params');
  return nameOf(child(tagged, 'tag')) === 'sql' ? { row, texts: textsOf(child(tagged, 'quasi')) } : undefined;
}

/** Every raw statement of the server that claims a row type. */
export function readRawStatements(): RawStatement[] {
  const statements: RawStatement[] = [];
  for (const file of globSync('server/**/*.ts', { cwd: root }).sort()) {
    if (/\.test\.ts$|\/testing\//.test(file)) continue;
    const source = readFileSync(join(root, file), 'utf8');
    if (!/\bsql<|\bprepared</.test(source)) continue;
    const module = moduleAt(join(root, file));
    for (const node of walk(module.body)) {
      const { row, texts = [] } = statementIn(node) ?? {};
      // Without texts a function builds it: the resulting statement is unknown.
      if (!row || texts.length === 0) continue;
      const site = `${relative(root, module.path)}:${source.slice(0, node.start).split('\n').length}`;
      statements.push({ site, texts, columns: columnsOf(module, row) ?? null });
    }
  }
  return statements;
}
