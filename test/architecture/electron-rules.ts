/** What may be asked of Electron, and where (items of its security checklist). */
import { type Rule, ruleForEachFile } from './rule.ts';
import { firstArgument, isNode, literalText, nameOf, type SourceFile, type SyntaxNode } from './source-file.ts';

function never(name: string, words: string): Rule {
  return ruleForEachFile(words, ({ nodes }) => (nodes.some((node) => nameOf(node) === name) ? [`uses ${name}`] : []));
}

/** What a file takes of Electron by name, types apart: `import { shell, type WebPreferences } from 'electron'`. */
function takenFromElectron({ statements }: SourceFile): string[] {
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

/** `import('electron')` and `require('electron')`, which give the whole. */
function loadsElectronLater({ nodes }: SourceFile): boolean {
  return nodes.some(
    (node) =>
      (node.type === 'ImportExpression' && isElectron(node['source'])) ||
      (node.type === 'CallExpression' && nameOf(node['callee']) === 'require' && isElectron(firstArgument(node))),
  );
}

function takenOnlyIn(homes: readonly string[], name: string, words: string): Rule {
  return ruleForEachFile(words, (file) =>
    !homes.includes(file.path) && takenFromElectron(file).includes(name) ? [`uses ${name}`] : [],
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
/** Of a window that is made, and of a scheme that is registered. */
const neverSaid = ['enableBlinkFeatures', 'bypassCSP', 'allowExtensions'];
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
    if (neverSaid.includes(key) || (key in weakPreferences && weakPreferences[key] === value)) return [key];
  }
  const text = literalText(node);
  return text !== undefined && weakSwitches.includes(text) ? [text] : [];
}

/** Whether a switch was given may be asked. */
function askedFor({ type, callee, arguments: given }: SyntaxNode): SyntaxNode[] {
  const isAsking = type === 'CallExpression' && isNode(callee) && nameOf(callee['property']) === 'hasSwitch';
  return isAsking && Array.isArray(given) ? given.filter(isNode) : [];
}

const windowClasses = ['BrowserWindow', 'BaseWindow', 'BrowserView', 'WebContentsView'];

function windowMade({ type, callee }: SyntaxNode): string[] {
  if (type !== 'NewExpression') return [];
  const made = nameOf(callee) ?? (isNode(callee) ? nameOf(callee['property']) : undefined);
  return made !== undefined && windowClasses.includes(made) ? [`makes a ${made}`] : [];
}

/** Addresses without TLS: loopback, names that no network knows, and XML vocabularies, which nothing ever fetches. */
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
  ruleForEachFile('one window factory', ({ path, nodes }) =>
    path === 'src-main/hosts/electron/window.ts' ? [] : nodes.flatMap(windowMade),
  ),
  ruleForEachFile('what is used of Electron is named where it is imported', (file) =>
    takenFromElectron(file).includes('*') || loadsElectronLater(file) ? ['takes all of it'] : [],
  ),
  takenOnlyIn(['src-main/hosts/electron/renderer-pipe.ts'], 'ipcMain', 'IPC is listened to in one module'),
  takenOnlyIn(['src-preload/index.ts'], 'ipcRenderer', 'the preload alone speaks to the main process'),
  // Links of the page behind `navigation-lock.ts`, the issuer's page behind `open-external.ts`.
  takenOnlyIn(
    ['src-main/hosts/electron/window.ts', 'src-main/hosts/electron/main.ts'],
    'shell',
    'the system is asked to open an address behind one check',
  ),
  never('loadFile', 'the page comes from its own scheme, never from a file'),
  // By name, as in JSX, or in words: `createElement('webview')`.
  ruleForEachFile('no webview', ({ nodes }) =>
    nodes.some((node) => nameOf(node) === 'webview' || node['value'] === 'webview') ? ['uses a webview'] : [],
  ),
  ruleForEachFile("nothing weakens Chromium's protections", ({ nodes }) => {
    const asked = new Set(nodes.flatMap(askedFor));
    return nodes.filter((node) => !asked.has(node)).flatMap(weakening);
  }),
  ruleForEachFile('no address without TLS but loopback', bareAddresses),
  {
    words: 'the page is given one bridge',
    breaches: (files) => {
      const openings = files.flatMap((file) => Array.from({ length: bridgeOpenings(file) }, () => file.path));
      return openings.length === 1 ? [] : [`${openings.length} bridges are opened: ${openings.join(', ')}`];
    },
  },
];
