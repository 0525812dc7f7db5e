import { globSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { beforeEach, expect, test } from 'vitest';
import { licenceTexts } from '../../../build/notices/licence-texts.ts';
import { readLock, resolvePackage } from '../../../build/notices/lock-file.ts';
import { noticesPlugin, packagePath } from '../../../build/notices/plugin.ts';
import { type ShippedPart, shippedParts } from '../../../build/notices/shipped-parts.ts';
import {
  type LicenceNotices,
  licenceNoticesSchema,
  type PartLocation,
} from '../../../src-shared/api/licence-notices.ts';
import { licencesText } from '../../../src-shared/words/licence-words.ts';
import { temporaryDirectory } from '../../fixtures/temporary-directory.ts';

const checkout = fileURLToPath(new URL('../../../', import.meta.url));

let root: string;
beforeEach(() => void (root = temporaryDirectory()));

async function put(files: Readonly<Record<string, string>>): Promise<void> {
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), content);
  }
}

const mit = { version: '1.0.0', license: 'MIT', integrity: 'sha512-aGVsbG8=' };
const locked = (packages: Readonly<Record<string, object>>) =>
  put({ 'package-lock.json': JSON.stringify({ packages: { '': {}, ...packages } }) });

const brief = (parts: readonly ShippedPart[]) => parts.map(({ name, texts }) => [name, ...texts]);

test.each<[what: string, files: Record<string, string>, texts: string[]]>([
  ['its licence', { 'node_modules/one/LICENSE': 'of one' }, ['of one']],
  ['a licence by another name', { 'node_modules/one/license-MIT.md': 'of one' }, ['of one']],
  ['a British licence', { 'node_modules/one/LICENCE': 'of one' }, ['of one']],
  ['COPYING', { 'node_modules/one/COPYING': 'of one' }, ['of one']],
  [
    'both of its licences and its notice',
    { 'node_modules/one/LICENSE-MIT': 'a', 'node_modules/one/LICENSE-APACHE': 'b', 'node_modules/one/NOTICE': 'c' },
    ['b', 'a', 'c'],
  ],
  [
    'its own licence, then the notices of what it contains',
    { 'node_modules/one/LICENSE.third-party.md': 'others', 'node_modules/one/LICENSE': 'own' },
    ['own', 'others'],
  ],
  [
    'the stored text, if the package has none',
    { 'node_modules/one/index.js': '', 'build/licences/one.txt': 'kept' },
    ['kept'],
  ],
  [
    'its own text, even if there is a stored one',
    { 'node_modules/one/LICENSE': 'own', 'build/licences/one.txt': 'kept' },
    ['own'],
  ],
  [
    'the same text, whatever line ends its author used',
    { 'node_modules/one/LICENSE': '\u{FEFF}\r\nof one  \r\nand more\r\n\r\n' },
    ['of one\nand more'],
  ],
])('[PACKED-28] a package is listed with %s', async (_what, files, texts) => {
  await locked({ 'node_modules/one': mit });
  await put(files);
  expect(brief(shippedParts(root, new Map()))).toEqual([['one', ...texts]]);
});

test.each<[what: string, files: Record<string, string>]>([
  ['no file', { 'node_modules/one/index.js': '' }],
  ['an empty file', { 'node_modules/one/LICENSE': ' \n' }],
  ['a folder of that name', { 'node_modules/one/license/index.js': '' }],
  ['only the notices of what it contains', { 'node_modules/one/THIRD-PARTY-NOTICES.md': 'others' }],
  ['an empty stored file', { 'node_modules/one/index.js': '', 'build/licences/one.txt': '\n' }],
  ['nothing at all, since npm did not install it', {}],
])('[PACKED-28] a package with %s fails the build, which names the package', async (_what, files) => {
  await locked({ 'node_modules/one': mit });
  await put(files);
  expect(() => shippedParts(root, new Map())).toThrow(
    'one 1.0.0 ships without a licence text: its package has none. Put the text of its repository into build/licences/one.txt.',
  );
});

test('[PACKED-28] a package that names no licence fails the build', async () => {
  await locked({ 'node_modules/one': { version: '1.0.0' } });
  await put({ 'node_modules/one/LICENSE': 'of one' });
  expect(() => shippedParts(root, new Map())).toThrow('one 1.0.0 ships, and its package names no licence.');
});

test('[PACKED-28] a package for one platform has the text of the package that chooses it, even if it is not installed here', async () => {
  const forPlatform = { ...mit, optional: true };
  await locked({
    'node_modules/alias': {
      ...mit,
      name: '@s/ring',
      optionalDependencies: { '@s/ring-linux-x64-gnu': '1', '@s/ring-win32-x64': '1' },
    },
    'node_modules/@s/ring-linux-x64-gnu': forPlatform,
    'node_modules/@s/ring-win32-x64': forPlatform,
  });
  await put({
    'node_modules/alias/LICENSE': 'of the ring',
    'node_modules/@s/ring-linux-x64-gnu/LICENSE.third-party.md': 'crates',
  });
  expect(brief(shippedParts(root, new Map()))).toEqual([
    ['@s/ring', 'of the ring'],
    ['@s/ring-linux-x64-gnu', 'of the ring', 'crates'],
    ['@s/ring-win32-x64', 'of the ring'],
  ]);
});

test('[PACKED-28] packages for development are listed only if they are bundled, and Electron is always listed', async () => {
  await locked({
    'node_modules/tool': { ...mit, dev: true },
    'node_modules/react': { ...mit, dev: true },
    'node_modules/electron': { ...mit, dev: true },
    'node_modules/zod': mit,
  });
  await put({
    'node_modules/react/LICENSE': 'r',
    'node_modules/electron/LICENSE': 'e',
    'node_modules/zod/LICENSE': 'z',
  });
  const parts = shippedParts(
    root,
    new Map<string, Set<PartLocation>>([
      ['node_modules/react', new Set(['page'])],
      ['node_modules/zod', new Set(['backend'])],
    ]),
  );
  expect(parts.map(({ name, places }) => [name, places])).toEqual([
    ['electron', ['desktop']],
    ['react', ['page']],
    ['zod', ['backend', 'packages']],
  ]);
});

test('[PACKED-28] native libraries list what is compiled into them: SQLite and Rust crates', async () => {
  await locked({ 'node_modules/ring': mit });
  const crates = '| Crate | Version | License |\n| --- | --- | --- |\n| aes | 0.8.4 | MIT/Apache-2.0 |\n';
  const header =
    '/*\n** 2001-09-15\n**\n** a blessing:\n**************\n** more\n*/\n#define SQLITE_VERSION        "3.54.1"\n';
  await put({
    'node_modules/ring/LICENSE': 'own',
    'node_modules/ring/LICENSE.third-party.md': crates,
    'node_modules/better-sqlite3/deps/sqlite3/sqlite3.h': header,
  });
  const parts = shippedParts(root, new Map());
  expect(parts.map(({ purl, licence, texts }) => [purl, licence, texts.at(-1)])).toEqual([
    ['pkg:generic/sqlite@3.54.1', 'blessing', '2001-09-15\n\na blessing:'],
    ['pkg:cargo/aes@0.8.4', 'MIT OR Apache-2.0', crates.trim()],
    ['pkg:npm/ring@1.0.0', 'MIT', crates.trim()],
  ]);
  await put({ 'node_modules/better-sqlite3/deps/sqlite3/sqlite3.h': 'written otherwise' });
  expect(() => shippedParts(root, new Map())).toThrow('tells neither version nor terms of SQLite');
});

test.each<[source: string, path: string | null]>([
  ['ROOT/node_modules/react/index.js', 'node_modules/react'],
  ['ROOT/node_modules/@trpc/client/dist/a.mjs', 'node_modules/@trpc/client'],
  ['ROOT/node_modules/a/node_modules/@b/c/d.js', 'node_modules/a/node_modules/@b/c'],
  ['\0ROOT/node_modules/react/index.js?commonjs-module', 'node_modules/react'],
  ['ROOT/node_modules/@fontsource-variable/inter/files/a.woff2', 'node_modules/@fontsource-variable/inter'],
  ['\0rolldown/runtime.js', 'node_modules/rolldown'],
  ['\0vite/preload-helper.js', 'node_modules/vite'],
  ['ROOT/src-renderer/main.tsx', null],
  ['ROOT/src-renderer/a.svg?url', null],
])('[PACKED-28] %s belongs to %s', (source, path) =>
  expect(packagePath('/work', source.replace('ROOT', '/work'))).toBe(path),
);

test('[PACKED-28] code from an unknown package fails the build', () =>
  expect(() => packagePath('/work', '/elsewhere/a.js')).toThrow('Nobody knows whose code /elsewhere/a.js is'));

test('[PACKED-28] a build lists the scripts, style sheets and fonts that it bundled, and fails if a licence text is missing', async () => {
  const dev = { ...mit, dev: true };
  await locked({
    'node_modules/lib': dev,
    'node_modules/face': { ...dev, license: 'OFL-1.1' },
    'node_modules/signs': dev,
    'node_modules/unused': dev,
  });
  await put({
    'package.json': JSON.stringify({ name: 'product', version: '2.0.0', description: 'x', dependencies: {} }),
    'src-page/index.html': '<script type="module" src="./main.js"></script>',
    'src-page/main.js':
      "import 'face/index.css';\nimport './own.css';\nimport { one } from 'lib';\nconsole.log(one(document));",
    'src-page/own.css':
      "@font-face { font-family: 's'; src: url('../node_modules/signs/s.woff2'); } p { font-family: 's'; }",
    'node_modules/signs/package.json': '{"name":"signs"}',
    'node_modules/signs/s.woff2': 'signs',
    'node_modules/signs/LICENSE': 'of the signs',
    'node_modules/lib/package.json': '{"name":"lib","main":"index.js","type":"module"}',
    'node_modules/lib/index.js': 'export const one = (place) => place.title.repeat(2);',
    'node_modules/lib/LICENSE': 'of lib',
    'node_modules/face/package.json': '{"name":"face"}',
    'node_modules/face/index.css': "@font-face { font-family: 'f'; src: url('./f.woff2'); } body { font-family: 'f'; }",
    'node_modules/face/f.woff2': 'font',
    'node_modules/face/OFL.txt': 'no licence by its name',
  });
  const building = () =>
    build({
      root: join(root, 'src-page'),
      configFile: false,
      logLevel: 'silent',
      plugins: [noticesPlugin(root)('page')],
      build: { outDir: join(root, 'out/renderer'), assetsInlineLimit: 0, modulePreload: { polyfill: false } },
    });
  await expect(building()).rejects.toThrow('face 1.0.0 ships without a licence text');
  await put({ 'node_modules/face/LICENSE': 'of the face' });
  await building();
  const notices = licenceNoticesSchema.parse(
    JSON.parse(await readFile(join(root, 'out/renderer/licences.json'), 'utf8')),
  );
  const listed = (places: string[]) => ({ version: '1.0.0', places });
  expect(notices).toEqual({
    version: '2.0.0',
    parts: [
      { name: 'face', licence: 'OFL-1.1', ...listed(['page']), texts: [0] },
      { name: 'lib', licence: 'MIT', ...listed(['page']), texts: [1] },
      { name: 'signs', licence: 'MIT', ...listed(['page']), texts: [2] },
    ],
    texts: ['of the face', 'of lib', 'of the signs'],
  });
  expect(await readFile(join(root, 'out/THIRD-PARTY-LICENSES.txt'), 'utf8')).toBe(licencesText(notices));
  const sbom = JSON.parse(await readFile(join(root, 'out/sbom.cdx.json'), 'utf8')) as {
    components: { name: string }[];
  };
  expect(sbom.components.map(({ name }) => name)).toEqual(['face', 'lib', 'signs']);
});

test('[PACKED-28] parts with the same text are listed together above it', () => {
  const part = (name: string, texts: number[]) => ({ name, version: '1', licence: 'MIT', places: [], texts });
  const notices: LicenceNotices = {
    version: '2.0.0',
    parts: [part('a', [0]), part('b', [1]), part('c', [0, 1])],
    texts: ['X', 'Y'],
  };
  const rule = '='.repeat(80);
  expect(licencesText(notices).split('\n\n').slice(2).join('\n\n')).toBe(
    `${rule}\na 1 (MIT)\nc 1 (MIT)\n${rule}\n\nX\n\n${rule}\nb 1 (MIT)\nc 1 (MIT)\n${rule}\n\nY\n`,
  );
});

test('[PACKED-28] every part of this checkout has a text', () => {
  const names = shippedParts(checkout, new Map()).map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['electron', 'fastify', '@napi-rs/keyring', 'SQLite']));
});

test('[PACKED-28] every stored text is needed', () => {
  const lock = readLock(checkout);
  const storedLicences = globSync('**/*.txt', { cwd: join(checkout, 'build/licences') }).map((path) =>
    path.slice(0, -'.txt'.length),
  );
  const without = (name: string) => licenceTexts(checkout, lock, name);
  expect(storedLicences.toSorted()).toEqual(['@bomb.sh/tab', 'abstract-logging', 'koa-compose', 'lazy-val']);
  for (const name of storedLicences) {
    const folder = resolvePackage(lock, '', name) ?? '';
    expect(globSync('{licen?e,copying}*', { cwd: join(checkout, folder) })).toEqual([]);
    expect(without(folder)[0]).toMatch(/Copyright \(c\)/);
  }
});
