import { type Rule, ruleForEachFile } from './rule.ts';
import { firstArgument, isNode, literalText, nameOf, type SourceFile, type SyntaxNode } from './source-file.ts';

function never(name: string, words: string): Rule {
  return ruleForEachFile(words, ({ nodes }) => (nodes.some((node) => nameOf(node) === name) ? [`uses ${name}`] : []));
}

/**
 * Returns the names that a file imports from Electron, without types: `import { shell, type WebPreferences } from
 * 'electron'`.
 */
function importedFromElectron({ statements }: SourceFile): string[] {
  return statements.flatMap((statement) => {
    if (statement.type !== 'ImportDeclaration' || !isElectron(statement['source'])) return [];
    if (statement['importKind'] === 'type' || !Array.isArray(statement['specifiers'])) return [];
    return statement['specifiers'].flatMap((specifier: unknown) =>
      isNode(specifier) && specifier['importKind'] !== 'type' ? [nameOf(specifier['imported']) ?? '*'] : [],
    );
  });
}

function isElectron(source: unknown): boolean {
  return /^electron(\/|$)/.test(literalText(source) ?? '');
}

/** True for `import('electron')` and `require('electron')`, which give access to every name. */
function loadsElectronLater({ nodes }: SourceFile): boolean {
  return nodes.some(
    (node) =>
      (node.type === 'ImportExpression' && isElectron(node['source'])) ||
      (node.type === 'CallExpression' && nameOf(node['callee']) === 'require' && isElectron(firstArgument(node))),
  );
}

function usedOnlyIn(homes: readonly string[], name: string, words: string): Rule {
  return ruleForEachFile(words, (file) =>
    !homes.includes(file.path) && importedFromElectron(file).includes(name) ? [`uses ${name}`] : [],
  );
}

const weakPreferences: Readonly<Record<string, unknown>> = {
  sandbox: false,
  contextIsolation: false,
  webSecurity: false,
  nodeIntegration: true,
  nodeIntegrationInWorker: true,
  nodeIntegrationInSubFrames: true,
  allowRunningInsecureContent: true,
  experimentalFeatures: true,
  navigateOnDragDrop: true,
  plugins: true,
  webviewTag: true,
};
const forbiddenOptions = ['enableBlinkFeatures', 'bypassCSP', 'allowExtensions'];
const weakSwitches = [
  'allow-file-access-from-files',
  'allow-insecure-localhost',
  'allow-running-insecure-content',
  'disable-site-isolation-trials',
  'disable-web-security',
  'ignore-certificate-errors',
  'inspect',
  'no-sandbox',
  'remote-debugging-pipe',
  'remote-debugging-port',
  'unsafely-treat-insecure-origin-as-secure',
];

function weakening(node: SyntaxNode): string[] {
  if (node.type === 'Property') {
    const key = nameOf(node['key']) ?? '';
    const value = isNode(node['value']) ? node['value']['value'] : undefined;
    if (forbiddenOptions.includes(key) || (key in weakPreferences && weakPreferences[key] === value)) return [key];
  }
  const text = literalText(node);
  return text !== undefined && weakSwitches.includes(text) ? [text] : [];
}

function requestedSwitches({ type, callee, arguments: given }: SyntaxNode): SyntaxNode[] {
  const isSwitchQuery = type === 'CallExpression' && isNode(callee) && nameOf(callee['property']) === 'hasSwitch';
  return isSwitchQuery && Array.isArray(given) ? given.filter(isNode) : [];
}

const windowClasses = ['BrowserWindow', 'BaseWindow', 'BrowserView', 'WebContentsView'];

function windowMade({ type, callee }: SyntaxNode): string[] {
  if (type !== 'NewExpression') return [];
  const made = nameOf(callee) ?? (isNode(callee) ? nameOf(callee['property']) : undefined);
  return made !== undefined && windowClasses.includes(made) ? [`makes a ${made}`] : [];
}

/**
 * Harmless addresses without TLS: loopback, names that do not exist, and XML vocabularies, which no program downloads.
 */
const harmlessAddress = /^http:\/\/((127\.0\.0\.1|localhost|\[::1\]|[a-z]+\.invalid)([:/]|$)|www\.w3\.org\/|$)/;

function bareAddresses({ path, nodes }: SourceFile): string[] {
  if (path.startsWith('src-simulator/')) return [];
  return nodes.flatMap((node) => {
    const text = literalText(node) ?? '';
    return text.startsWith('http://') && !harmlessAddress.test(text) ? [text] : [];
  });
}

function bridgeOpenings({ nodes }: SourceFile): number {
  return nodes.filter((node) => node.type === 'Identifier' && nameOf(node) === 'exposeInMainWorld').length;
}

export const electronRules: readonly Rule[] = [
  ruleForEachFile('only window.ts creates windows', ({ path, nodes }) =>
    path === 'src-main/hosts/electron/window/window.ts' ? [] : nodes.flatMap(windowMade),
  ),
  ruleForEachFile('imports from electron name what they use', (file) =>
    importedFromElectron(file).includes('*') || loadsElectronLater(file) ? ['takes all of it'] : [],
  ),
  usedOnlyIn(['src-main/hosts/electron/pipe/renderer-pipe.ts'], 'ipcMain', 'only renderer-pipe.ts listens to IPC'),
  usedOnlyIn(['src-preload/index.ts'], 'ipcRenderer', 'only the preload sends to the main process'),
  // `navigation-lock.ts` checks links of the page, `open-external.ts` checks the page of the issuer.
  usedOnlyIn(
    ['src-main/hosts/electron/window/window.ts', 'src-main/hosts/electron/main.ts'],
    'shell',
    'only window.ts and main.ts ask the system to open an address',
  ),
  never('loadFile', 'no window loads a page from a file'),
  // By name, as in JSX, or as a string: `createElement('webview')`.
  ruleForEachFile('the product uses no webview', ({ nodes }) =>
    nodes.some((node) => nameOf(node) === 'webview' || node['value'] === 'webview') ? ['uses a webview'] : [],
  ),
  ruleForEachFile("nothing weakens Chromium's protections", ({ nodes }) => {
    const requested = new Set(nodes.flatMap(requestedSwitches));
    return nodes.filter((node) => !requested.has(node)).flatMap(weakening);
  }),
  ruleForEachFile('the product holds no address without TLS except loopback', bareAddresses),
  {
    words: 'the preload exposes exactly one bridge',
    breaches: (files) => {
      const openings = files.flatMap((file) => Array.from({ length: bridgeOpenings(file) }, () => file.path));
      return openings.length === 1 ? [] : [`${openings.length} bridges are opened: ${openings.join(', ')}`];
    },
  },
];
