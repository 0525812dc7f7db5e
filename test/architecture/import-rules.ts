/** Who may import whom. */
import { ruleForEachFile } from './rule.ts';
import type { Import, SourceFile } from './source-file.ts';

const isIn = (path: string, folder: string) => path.startsWith(`${folder}/`);

/** A rule for the files of `folder`: every import that is not allowed is named. */
function importsOf(folder: string, words: string, isAllowed: (one: Import, file: SourceFile) => boolean) {
  return ruleForEachFile(words, (file) =>
    isIn(file.path, folder)
      ? file.imports.filter((one) => !isAllowed(one, file)).map((one) => `imports ${one.target}`)
      : [],
  );
}

/** `src-main/adapters/stream/x.ts` → `src-main/adapters/stream` */
const adapterFolder = (path: string) => path.split('/').slice(0, 3).join('/');

export const importRules = [
  importsOf(
    'src-shared',
    'src-shared is pure: it imports nothing but itself and zod',
    ({ kind, target }) => (kind === 'file' && isIn(target, 'src-shared')) || (kind === 'package' && target === 'zod'),
  ),
  importsOf(
    'src-shared/service',
    "the service's wire formats are the ground floor: the domain reads them, they know nothing of it",
    ({ kind, target }) => kind !== 'file' || !isIn(target, 'src-shared/domain'),
  ),
  importsOf(
    'src-main/core',
    'core knows ports, not technologies: it imports itself, src-shared, zod, the tRPC server and fflate, which computes alone',
    ({ kind, target }) =>
      kind === 'file'
        ? isIn(target, 'src-main/core') || isIn(target, 'src-shared')
        : kind === 'package' && ['zod', '@trpc/server', 'fflate'].includes(target),
  ),
  importsOf(
    'src-main/adapters',
    "adapters import ports, shared, the network, files and threads, never each other's folders, never core behaviour",
    ({ kind, target }, { path }) =>
      kind !== 'file' ||
      isIn(target, 'src-shared') ||
      isIn(target, 'src-main/core/ports') ||
      isIn(target, adapterFolder(path)) ||
      // Every client's connections come from one place.
      isIn(target, 'src-main/adapters/network') ||
      // As does whatever is written whole or not at all, and whatever lives in a thread.
      isIn(target, 'src-main/adapters/files') ||
      isIn(target, 'src-main/adapters/threads') ||
      // Practice is the simulator, mounted.
      (adapterFolder(path) === 'src-main/adapters/practice' && isIn(target, 'src-simulator')),
  ),
  ruleForEachFile('nobody imports hosts', ({ path, imports }) =>
    isIn(path, 'src-main/hosts')
      ? []
      : imports.filter(({ target }) => isIn(target, 'src-main/hosts')).map(({ target }) => `imports ${target}`),
  ),
  importsOf(
    'src-main/hosts',
    'hosts import everything of the backend, and nothing of the page',
    ({ kind, target }) => kind !== 'file' || !(isIn(target, 'src-renderer') || isIn(target, 'src-preload')),
  ),
  importsOf(
    'src-renderer',
    'the renderer imports shared, and from main the types of the router in core/api only; no Node, no Electron',
    ({ kind, target, typeOnly }) =>
      kind === 'package'
        ? target !== 'electron' && target !== '@trpc/server'
        : isIn(target, 'src-renderer') || isIn(target, 'src-shared') || (typeOnly && isIn(target, 'src-main/core/api')),
  ),
  importsOf('src-preload', 'the preload imports electron and shared, nothing else', ({ kind, target }) =>
    kind === 'file' ? isIn(target, 'src-preload') || isIn(target, 'src-shared') : target === 'electron',
  ),
  importsOf(
    'src-simulator',
    'the simulator stands alone: of ours it imports src-shared only',
    ({ kind, target }) => kind !== 'file' || isIn(target, 'src-simulator') || isIn(target, 'src-shared'),
  ),
  ruleForEachFile('electron is known to its host and to the preload only', ({ path, imports }) =>
    isIn(path, 'src-main/hosts/electron') || isIn(path, 'src-preload')
      ? []
      : imports.filter(({ target }) => target === 'electron').map(() => 'imports electron'),
  ),
];
