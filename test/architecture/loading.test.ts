/** Tests what a process loads at its start: every module costs time and memory, whether it is used or not. */
import { expect, test } from 'vitest';
import { productFiles } from './source-file.ts';

const product = new Map(productFiles().map((file) => [file.path, file]));

/** Returns the paths of the product's modules and the names of the packages that load together with this module. */
function loadedWith(path: string, loaded = new Set<string>()): Set<string> {
  if (loaded.has(path) || !product.has(path)) return loaded;
  loaded.add(path);
  for (const { kind, target, typeOnly, isDynamic } of product.get(path)?.imports ?? []) {
    if (typeOnly || isDynamic || kind === 'node') continue;
    if (kind === 'package') loaded.add(target);
    else loadedWith(target, loaded);
  }
  return loaded;
}

const folderOf = (path: string) => path.split('/').slice(0, -1).join('/');

test('the version and the help load no command, and of the packages only commander', () => {
  const loaded = [...loadedWith('src-main/hosts/cli/main.ts')];
  const commandFolders = loaded.map(folderOf).filter((folder) => /\/hosts\/cli\/(?!terminal|help)/.test(folder));
  const packages = loaded.filter((name) => !name.startsWith('src-'));
  expect([packages, commandFolders, loaded.includes('src-main/hosts/cli/program.ts')]).toEqual([
    ['commander'],
    [],
    true,
  ]);
});

test('the web host is ready without the router, its schemas and what serves the page', () => {
  const loaded = loadedWith('src-main/hosts/web/web-host.ts');
  expect(
    [...loaded].filter(
      (path) => path.startsWith('src-main/core/api/') || path === '@trpc/server' || path === 'ws' || path === 'fastify',
    ),
  ).toEqual([]);
});

test('[TEAM-153] a process without a team loads no client of a log engine and no member', () => {
  const isOfTeam = (name: string) => name.startsWith('@nats-io/') || name.startsWith('src-main/adapters/team/nats-');
  const entries = [...product.keys()].filter((path) => /^src-main\/hosts\/(?:.*\/)?main\.ts$|\/worker\.ts$/.test(path));
  expect(entries.length).toBeGreaterThan(3);
  const loaded = entries.flatMap((path) => [...loadedWith(path)]);
  expect(loaded.filter((path) => isOfTeam(path) || path.startsWith('src-main/core/team/'))).toEqual([]);
  // The adapter is loaded with import() only, so that no entry can get it by another way.
  const importers = [...product.values()].flatMap(({ path, imports }) =>
    imports.filter(({ target, isDynamic, typeOnly }) => isOfTeam(target) && !isDynamic && !typeOnly).map(() => path),
  );
  expect(importers.filter((path) => !path.startsWith('src-main/adapters/team/nats-'))).toEqual([]);
  expect([...loadedWith('src-main/adapters/team/nats-team-log.ts')].some(isOfTeam)).toBe(true);
});
