/** A product file for the architecture rules: its text, its syntax tree and its imports. */
import { readFileSync, readdirSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseAst } from 'vite';

export interface Import {
  /** `file` has a path from the root of the checkout, `package` has its name, and `node` has for example `node:fs`. */
  readonly kind: 'file' | 'package' | 'node';
  readonly target: string;
  /** True for `import type`, which disappears at run time. `import { type X }` still loads the module. */
  readonly typeOnly: boolean;
  /** True for `import()`, which loads the module only when it is called. */
  readonly isDynamic: boolean;
}

/** A node of the syntax tree: ESTree with the additional nodes of TypeScript and JSX. */
export interface SyntaxNode {
  readonly type: string;
  readonly [property: string]: unknown;
}

export interface SourceFile {
  /** Path from the root of the checkout, with forward slashes. */
  readonly path: string;
  readonly text: string;
  /** All nodes, parents before children; empty for a file without code, such as CSS. */
  readonly nodes: readonly SyntaxNode[];
  readonly statements: readonly SyntaxNode[];
  readonly imports: readonly Import[];
}

export const root = fileURLToPath(new URL('../../', import.meta.url));

export function productFiles(): SourceFile[] {
  return filesIn(...readdirSync(root).filter((folder) => folder.startsWith('src-')));
}

export function filesIn(...folders: string[]): SourceFile[] {
  return folders
    .flatMap((folder) =>
      readdirSync(posix.join(root, folder), { recursive: true, encoding: 'utf8' }).map((path) =>
        posix.join(folder, path.replaceAll('\\', '/')),
      ),
    )
    .filter((path) => /\.(ts|tsx|css|html)$/.test(path) && !path.endsWith('.d.ts'))
    .toSorted()
    .map((path) => sourceFile(path, readFileSync(posix.join(root, path), 'utf8')));
}

export function sourceFile(path: string, text: string): SourceFile {
  if (!/\.tsx?$/.test(path)) return { path, text, nodes: [], statements: [], imports: [] };
  const program = parseAst(text, { lang: path.endsWith('x') ? 'tsx' : 'ts' });
  const nodes = descendants(program);
  const body: readonly unknown[] = program.body;
  const statements = body.filter(isNode);
  return { path, text, nodes, statements, imports: nodes.flatMap((node) => importsOf(path, node)) };
}

export function isNode(value: unknown): value is SyntaxNode {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}

export function descendants(value: unknown, nodes: SyntaxNode[] = []): SyntaxNode[] {
  if (Array.isArray(value)) for (const item of value) descendants(item, nodes);
  else if (isNode(value)) {
    nodes.push(value);
    for (const child of Object.values(value)) if (typeof child === 'object') descendants(child, nodes);
  }
  return nodes;
}

export function literalText(node: unknown): string | undefined {
  if (!isNode(node)) return undefined;
  if (node.type === 'Literal' && typeof node['value'] === 'string') return node['value'];
  if (node.type !== 'TemplateLiteral' || !Array.isArray(node['quasis'])) return undefined;
  const first: unknown = node['quasis'][0];
  const value = isNode(first) ? first['value'] : undefined;
  return typeof value === 'object' && value !== null && 'raw' in value ? String(value.raw) : undefined;
}

export function nameOf(node: unknown): string | undefined {
  return isNode(node) && typeof node['name'] === 'string' ? node['name'] : undefined;
}

function importsOf(path: string, node: SyntaxNode): Import[] {
  const imported = importedText(node);
  if (imported === undefined) return [];
  const { text, typeOnly } = imported;
  const how = { typeOnly, isDynamic: node.type === 'ImportExpression' };
  if (text.startsWith('.')) return [{ kind: 'file', target: posix.join(posix.dirname(path), text), ...how }];
  if (text.startsWith('node:') || builtinModules.includes(text)) return [{ kind: 'node', target: text, ...how }];
  const depth = text.startsWith('@') ? 2 : 1;
  return [{ kind: 'package', target: text.split('/').slice(0, depth).join('/'), ...how }];
}

function importedText(node: SyntaxNode): { text: string; typeOnly: boolean } | undefined {
  switch (node.type) {
    case 'ImportDeclaration':
      return found(node['source'], node['importKind'] === 'type');
    case 'ExportNamedDeclaration':
      return found(node['source'], node['exportKind'] === 'type');
    case 'ExportAllDeclaration':
      return found(node['source'], node['exportKind'] === 'type');
    case 'ImportExpression':
      return found(node['source'], false);
    case 'TSImportType':
      return found(node['source'], true);
    case 'TSExternalModuleReference':
      return found(node['expression'], false);
    case 'CallExpression':
      return nameOf(node['callee']) === 'require' ? found(firstArgument(node), false) : undefined;
    case 'NewExpression':
      // Finds `new URL('…', import.meta.url)`, which names the file of a worker.
      return nameOf(node['callee']) === 'URL' && takesOwnAddress(node) ? found(firstArgument(node), false) : undefined;
    default:
      return undefined;
  }
}

export function firstArgument(call: SyntaxNode): unknown {
  return Array.isArray(call['arguments']) ? call['arguments'][0] : undefined;
}

function found(source: unknown, typeOnly: boolean): { text: string; typeOnly: boolean } | undefined {
  const text = literalText(source);
  return text === undefined ? undefined : { text, typeOnly };
}

function takesOwnAddress(call: SyntaxNode): boolean {
  const second: unknown = Array.isArray(call['arguments']) ? call['arguments'][1] : undefined;
  return isNode(second) && descendants(second).some((node) => node.type === 'MetaProperty');
}
