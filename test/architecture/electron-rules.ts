/** What may be asked of Electron, and where (items of its security checklist). */
import { type Rule, ruleForEachFile } from './rule.ts';
import { isNode, literalText, nameOf, type SourceFile, type SyntaxNode } from './source-file.ts';

/** Mentions of a name that happen anywhere but in `home`. */
function onlyIn(homes: string | readonly string[], name: string, words: string): Rule {
  return ruleForEachFile(words, ({ path, nodes }) =>
    ![homes].flat().includes(path) && nodes.some((node) => nameOf(node) === name) ? [`uses ${name}`] : [],
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
  webviewTag: true,
};
const weakSwitches = ['no-sandbox', 'disable-web-security', 'ignore-certificate-errors', 'remote-debugging-port'];

function weakening(node: SyntaxNode): string[] {
  if (node.type === 'Property') {
    const key = nameOf(node['key']) ?? '';
    const value = isNode(node['value']) ? node['value']['value'] : undefined;
    if (key === 'enableBlinkFeatures' || (key in weakPreferences && weakPreferences[key] === value)) return [key];
  }
  const text = literalText(node);
  return text !== undefined && weakSwitches.includes(text) ? [text] : [];
}

const windowClasses = ['BrowserWindow', 'BaseWindow', 'BrowserView', 'WebContentsView'];

function windowMade({ type, callee }: SyntaxNode): string[] {
  if (type !== 'NewExpression') return [];
  const made = nameOf(callee) ?? (isNode(callee) ? nameOf(callee['property']) : undefined);
  return made !== undefined && windowClasses.includes(made) ? [`makes a ${made}`] : [];
}

/** Addresses without TLS: loopback, and names of XML vocabularies that nothing ever fetches. */
const harmlessAddress = /^http:\/\/(127\.0\.0\.1|localhost|\[::1\])([:/]|$)|^http:\/\/(www\.w3\.org\/|$)/;

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
  onlyIn('src-main/hosts/electron/renderer-pipe.ts', 'ipcMain', 'IPC is listened to in one module'),
  onlyIn('src-preload/index.ts', 'ipcRenderer', 'the preload alone speaks to the main process'),
  // Links of the page behind `navigation-lock.ts`, the issuer's page behind `open-external.ts`.
  onlyIn(
    ['src-main/hosts/electron/window.ts', 'src-main/hosts/electron/main.ts'],
    'shell',
    'the system is asked to open an address behind one check',
  ),
  onlyIn('nowhere', 'loadFile', 'the page comes from its own scheme, never from a file'),
  onlyIn('nowhere', 'webview', 'no webview'),
  ruleForEachFile("nothing weakens Chromium's protections", ({ nodes }) => nodes.flatMap(weakening)),
  ruleForEachFile('no address without TLS but loopback', bareAddresses),
  {
    words: 'the page is given one bridge',
    breaches: (files) => {
      const openings = files.flatMap((file) => Array.from({ length: bridgeOpenings(file) }, () => file.path));
      return openings.length === 1 ? [] : [`${openings.length} bridges are opened: ${openings.join(', ')}`];
    },
  },
];
