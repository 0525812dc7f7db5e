import { ruleForEachFile } from './rule.ts';
import { firstArgument, isNode, nameOf, type SourceFile, type SyntaxNode } from './source-file.ts';

const MAX_LINES = 400;

/** True for the modules that may have side effects at import time. */
const isEntry = (path: string) => /\/(main\.tsx?|worker\.ts)$/.test(path) || path === 'src-preload/index.ts';

const isPure = (path: string) => /^src-(shared|main\/core)\//.test(path);

/** Returns `Date.now` for a member expression of two plain names. */
function dottedName(node: unknown): string | undefined {
  if (!isNode(node) || node.type !== 'MemberExpression') return undefined;
  return `${nameOf(node['object'])}.${nameOf(node['property'])}`;
}

function clockOrChance(node: SyntaxNode): string[] {
  if (node.type === 'CallExpression') {
    const called = dottedName(node['callee']);
    return called === 'Date.now' || called === 'Math.random' ? [called] : [];
  }
  const isNow = node.type === 'NewExpression' && nameOf(node['callee']) === 'Date' && firstArgument(node) === undefined;
  return isNow ? ['new Date()'] : [];
}

function hasSideEffect(statement: SyntaxNode): boolean {
  switch (statement.type) {
    case 'ImportDeclaration':
    case 'ExportNamedDeclaration':
    case 'ExportAllDeclaration':
    case 'ExportDefaultDeclaration':
    case 'FunctionDeclaration':
    case 'ClassDeclaration':
    case 'VariableDeclaration':
      return false;
    default:
      return !statement.type.startsWith('TS') && typeof statement['directive'] !== 'string';
  }
}

const htmlDoors = ['dangerouslySetInnerHTML', 'innerHTML', 'outerHTML', 'insertAdjacentHTML', 'srcDoc', 'srcdoc'];

function htmlOrCodeFromText(node: SyntaxNode): string[] {
  const callee = nameOf(node['callee']);
  if ((node.type === 'CallExpression' && callee === 'eval') || callee === 'Function') return [callee];
  if (dottedName(node) === 'document.write') return ['document.write'];
  const name = nameOf(node);
  return name !== undefined && htmlDoors.includes(name) ? [name] : [];
}

/** The search index has numbered tables. */
const holdsSql = (path: string) =>
  /\/sqlite\/events\/(rows\/statements|files\/migrations|search\/search-writer)/.test(path);

function composedSql({ path, nodes }: SourceFile): string[] {
  if (holdsSql(path)) return [];
  return nodes.flatMap((node) => {
    if (node.type !== 'CallExpression') return [];
    const callee = node['callee'];
    const called = isNode(callee) ? (nameOf(callee['property']) ?? nameOf(callee)) : undefined;
    if (called !== 'prepare' && called !== 'prepareScalar' && called !== 'exec') return [];
    const [sql] = argumentsOf(node);
    const isComposed = isNode(sql) && (sql.type === 'BinaryExpression' || hasVariablePart(sql));
    return isComposed ? [`${called}() of a composed text`] : [];
  });
}

/** A constant of the module is our own text. */
function hasVariablePart({ type, expressions }: SyntaxNode): boolean {
  if (type !== 'TemplateLiteral' || !Array.isArray(expressions)) return false;
  return expressions.some((part: unknown) => !isNode(part) || !/^[A-Z][A-Z_]*$/.test(nameOf(part) ?? ''));
}

function argumentsOf(node: SyntaxNode): readonly unknown[] {
  return Array.isArray(node['arguments']) ? node['arguments'] : [];
}

const colour = /#(?:[\da-f]{8}|[\da-f]{6}|[\da-f]{3,4})\b|\b(?:rgba?|hsla?|oklch|oklab|lab|lch)\(/gi;

function colours({ path, text, nodes }: SourceFile): string[] {
  if (!path.startsWith('src-renderer/') || path.startsWith('src-renderer/theme/')) return [];
  const texts = /\.tsx?$/.test(path)
    ? nodes.flatMap(({ type, value }) => {
        if (type === 'Literal' && typeof value === 'string') return [value];
        const isPart = type === 'TemplateElement' && typeof value === 'object' && value !== null && 'raw' in value;
        return isPart ? [String(value.raw)] : [];
      })
    : [text];
  return texts.flatMap((one) => one.match(colour) ?? []);
}

/** Finds `readFile` and database constructors, which wait for the other end of a pipe and follow links. */
function opensUnchecked({ path, nodes }: SourceFile): string[] {
  if (!path.startsWith('src-main/adapters/') || path.startsWith('src-main/adapters/files/')) return [];
  return nodes.flatMap((node) => {
    if (node.type === 'NewExpression' && nameOf(node['callee']) === 'Sqlite') return ['new Sqlite()'];
    const called = node.type === 'CallExpression' ? nameOf(node['callee']) : undefined;
    return called === 'readFile' ? ['readFile()'] : [];
  });
}

const NEWER_THAN_NODE_20: ReadonlySet<string | undefined> = new Set([
  'Array.fromAsync',
  'Map.groupBy',
  'Object.groupBy',
  'Promise.try',
  'Promise.withResolvers',
  'RegExp.escape',
  'URL.parse',
]);

export const moduleRules = [
  ruleForEachFile('core and src-shared get time and random numbers only through ports', ({ path, nodes }) =>
    isPure(path) ? nodes.flatMap(clockOrChance) : [],
  ),
  ruleForEachFile('only entry points have side effects at import time', ({ path, text, statements }) =>
    isEntry(path)
      ? []
      : statements.filter(hasSideEffect).map(({ start }) => text.slice(Number(start)).split('\n')[0] ?? ''),
  ),
  ruleForEachFile('modules use named exports and no barrels', ({ nodes }) =>
    nodes
      .map(({ type }) => type)
      .filter((type) => type === 'ExportAllDeclaration' || type === 'ExportDefaultDeclaration'),
  ),
  ruleForEachFile(`a file has at most ${MAX_LINES} lines`, ({ text }) => {
    const lines = text.trimEnd().split('\n').length;
    return lines > MAX_LINES ? [`${lines} lines`] : [];
  }),
  ruleForEachFile('the simulator, which also runs on Node 20, uses nothing newer', ({ path, nodes }) =>
    path.startsWith('src-simulator/')
      ? nodes.map(dottedName).filter((name): name is string => NEWER_THAN_NODE_20.has(name))
      : [],
  ),
  ruleForEachFile('only src-renderer/theme names a colour', colours),
  ruleForEachFile('no text becomes HTML or code', ({ nodes }) => nodes.flatMap(htmlOrCodeFromText)),
  ruleForEachFile('adapters open databases and read texts through adapters/files', opensUnchecked),
  ruleForEachFile('SQL gets values as parameters, never in its text', composedSql),
];
