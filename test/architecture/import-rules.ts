import { ruleForEachFile } from './rule.ts';
import type { Import, SourceFile } from './source-file.ts';

const isIn = (path: string, folder: string) => path.startsWith(`${folder}/`);

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
    'src-shared imports only itself, zod and hucre',
    ({ kind, target }) =>
      (kind === 'file' && isIn(target, 'src-shared')) || (kind === 'package' && ['zod', 'hucre'].includes(target)),
  ),
  importsOf(
    'src-shared/service',
    'src-shared/service does not import src-shared/domain',
    ({ kind, target }) => kind !== 'file' || !isIn(target, 'src-shared/domain'),
  ),
  importsOf(
    'src-main/core',
    'core imports only itself, src-shared, zod, the tRPC server and fflate',
    ({ kind, target }) =>
      kind === 'file'
        ? isIn(target, 'src-main/core') || isIn(target, 'src-shared')
        : kind === 'package' && ['zod', '@trpc/server', 'fflate'].includes(target),
  ),
  importsOf(
    'src-main/adapters',
    'the only product modules that adapters import are ports, src-shared, their own folder, network, files and dbus',
    ({ kind, target }, { path }) =>
      kind !== 'file' ||
      isIn(target, 'src-shared') ||
      isIn(target, 'src-main/core/ports') ||
      isIn(target, adapterFolder(path)) ||
      isIn(target, 'src-main/adapters/network') ||
      isIn(target, 'src-main/adapters/files') ||
      isIn(target, 'src-main/adapters/dbus') ||
      // Practice runs the simulator inside the product.
      (adapterFolder(path) === 'src-main/adapters/practice' && isIn(target, 'src-simulator')),
  ),
  ruleForEachFile('only hosts import hosts', ({ path, imports }) =>
    isIn(path, 'src-main/hosts')
      ? []
      : imports.filter(({ target }) => isIn(target, 'src-main/hosts')).map(({ target }) => `imports ${target}`),
  ),
  importsOf(
    'src-main/hosts',
    'hosts import nothing from src-renderer or src-preload',
    ({ kind, target }) => kind !== 'file' || !(isIn(target, 'src-renderer') || isIn(target, 'src-preload')),
  ),
  importsOf(
    'src-renderer',
    'the renderer imports only src-shared and, from src-main, the types of core/api; no Node.js, no Electron',
    ({ kind, target, typeOnly }) =>
      kind === 'package'
        ? target !== 'electron' && target !== '@trpc/server'
        : isIn(target, 'src-renderer') || isIn(target, 'src-shared') || (typeOnly && isIn(target, 'src-main/core/api')),
  ),
  importsOf('src-preload', 'the preload imports only electron and src-shared', ({ kind, target }) =>
    kind === 'file' ? isIn(target, 'src-preload') || isIn(target, 'src-shared') : target === 'electron',
  ),
  importsOf(
    'src-simulator',
    'the only other folder that the simulator imports is src-shared',
    ({ kind, target }) => kind !== 'file' || isIn(target, 'src-simulator') || isIn(target, 'src-shared'),
  ),
  ruleForEachFile('only the Electron host and the preload import electron', ({ path, imports }) =>
    isIn(path, 'src-main/hosts/electron') || isIn(path, 'src-preload')
      ? []
      : imports.filter(({ target }) => target === 'electron').map(() => 'imports electron'),
  ),
  ruleForEachFile('only src-renderer/components imports Base UI', ({ path, imports }) =>
    isIn(path, 'src-renderer/components')
      ? []
      : imports.filter(({ target }) => target === '@base-ui/react').map(() => 'imports @base-ui/react'),
  ),
];
