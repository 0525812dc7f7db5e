/** Tests how the environment decides how a release is signed: completely or not at all. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { expect, test, vi } from 'vitest';
import signing, { signingOf } from '../../../build/signing.ts';

const apple = { APPLE_API_KEY: '/k.p8', APPLE_API_KEY_ID: 'K', APPLE_API_ISSUER: 'I' };
const azure = {
  AZURE_SIGNING_ENDPOINT: 'https://weu.codesigning.azure.net',
  AZURE_SIGNING_ACCOUNT: 'account',
  AZURE_SIGNING_PROFILE: 'profile',
  AZURE_TENANT_ID: 't',
  AZURE_CLIENT_ID: 'c',
  AZURE_CLIENT_SECRET: 's',
  WATCHFLOOR_PUBLISHER: 'Example AS',
};
const unsigned = {
  mac: { notarize: false, forceCodeSigning: false },
  win: { forceCodeSigning: false, signtoolOptions: {} },
};

test.each<[what: string, environment: Record<string, string>, settings: object]>([
  ['without secrets nothing is signed, and packaging goes on', {}, unsigned],
  [
    'a certificate for macOS must sign, and it also signs for Windows if there is no other',
    { CSC_LINK: 'c.p12' },
    { mac: { notarize: false, forceCodeSigning: true }, win: { forceCodeSigning: true } },
  ],
  [
    'a release with a key of App Store Connect is notarized',
    { CSC_LINK: 'c.p12', ...apple },
    { mac: { notarize: true, forceCodeSigning: true } },
  ],
  [
    'a certificate for Windows must sign, under the name of the publisher',
    { WIN_CSC_LINK: 'w.pfx', WATCHFLOOR_PUBLISHER: 'Example AS' },
    {
      mac: { notarize: false, forceCodeSigning: false },
      win: { forceCodeSigning: true, signtoolOptions: { publisherName: 'Example AS' } },
    },
  ],
  [
    'Azure must sign, under the name of the publisher',
    azure,
    {
      win: {
        forceCodeSigning: true,
        azureSignOptions: {
          publisherName: 'Example AS',
          endpoint: 'https://weu.codesigning.azure.net',
          codeSigningAccountName: 'account',
          certificateProfileName: 'profile',
        },
      },
    },
  ],
  [
    'a sign-in to Azure for other purposes signs nothing',
    { AZURE_TENANT_ID: 't', AZURE_CLIENT_ID: 'c', AZURE_CLIENT_SECRET: 's' },
    unsigned,
  ],
])('[PACKED-32] %s', (_what, environment, settings) => expect(signingOf(environment)).toMatchObject(settings));

const { APPLE_API_ISSUER: _issuer, ...appleInPart } = apple;
const { AZURE_CLIENT_SECRET: _secret, WATCHFLOOR_PUBLISHER: _publisher, ...azureInPart } = azure;
test.each<[what: string, environment: Record<string, string>, words: string]>([
  [
    'half of the key for notarization',
    { CSC_LINK: 'c', ...appleInPart },
    'APPLE_API_ISSUER not set: all of APPLE_API_KEY,',
  ],
  ['half of Azure', azureInPart, 'AZURE_CLIENT_SECRET, WATCHFLOOR_PUBLISHER not set: all of'],
  ['notarization of an unsigned release', apple, 'CSC_LINK is not set: to notarize for macOS'],
  ['two ways to sign for Windows', { ...azure, WIN_CSC_LINK: 'w.pfx' }, 'set one of them'],
])('[PACKED-32] %s is refused before the build starts', (_what, environment, words) =>
  expect(() => signingOf(environment)).toThrow(words),
);

test('[PACKED-32] a secret that is an empty text counts as missing', () => {
  for (const name of [...Object.keys({ ...apple, ...azure }), 'CSC_LINK', 'WIN_CSC_LINK']) vi.stubEnv(name, '');
  try {
    expect(signing()).toEqual(unsigned);
    expect(process.env['CSC_LINK']).toBeUndefined();
  } finally {
    vi.unstubAllEnvs();
  }
});

const read = (path: string) => readFileSync(fileURLToPath(new URL(`../../../${path}`, import.meta.url)), 'utf8');

test('[PACKED-32] electron-builder.yml takes its signing settings from signing.ts and sets none of its own', () => {
  const yaml = createRequire(createRequire(import.meta.url).resolve('app-builder-lib'))('js-yaml') as {
    load: (text: string) => Record<'mac' | 'win' | 'linux', { target: string[] }> & { extends: string };
  };
  const config = yaml.load(read('build/electron-builder.yml'));
  expect(config.extends).toBe('build/signing.ts');
  for (const setting of ['notarize', 'forceCodeSigning', 'signtoolOptions', 'azureSignOptions', 'identity'])
    expect([config.mac, config.win].filter((platform) => setting in platform)).toEqual([]);
  // The config names no processor: a run packs for its own processor, or for the one on its command line.
  expect([config.linux.target, config.win.target, config.mac.target]).toEqual([
    ['AppImage', 'deb'],
    ['nsis', 'msi'],
    ['dmg', 'zip'],
  ]);
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
  expect(scripts['dist:rpm']).toMatch(/ --linux rpm --publish never$/);
});
