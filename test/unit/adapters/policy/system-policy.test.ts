import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  fileSource,
  plistSource,
  readPolicy,
  registrySource,
  systemPolicySource,
} from '../../../../src-main/adapters/policy/system-policy.ts';
import { policySettingNames, policySettings } from '../../../../src-shared/domain/policy/policy-settings.ts';
import { parsePolicy } from '../../../doubles/policy.ts';
import { temporaryDirectory } from '../../../fixtures/temporary-directory.ts';

const example = Object.fromEntries(policySettingNames.map((name) => [name, policySettings[name].example]));
const damage = (policy: ReturnType<typeof readPolicy>) =>
  policy.kind === 'damaged' && policy.error.data.code === 'POLICY_DAMAGED'
    ? policy.error.data.facts.problem
    : policy.kind;

describe('[POLICY-1] a policy is read completely, or counts as damaged', () => {
  test.each<[title: string, content: string, result: string]>([
    ['all settings', JSON.stringify(example), 'valid'],
    ['no settings', '{}', 'valid'],
    ['a byte order mark', '\uFEFF{"masks":["eid"]}', 'valid'],
    [
      'objects as texts',
      JSON.stringify({ ...example, outlets: policySettings.outlets.example.map((one) => JSON.stringify(one)) }),
      'valid',
    ],
    ['an empty file', '', 'not-json'],
    ['half of a file', '{"masks":["eid"', 'not-json'],
    ['null', 'null', 'not-an-object'],
    ['a list', '[]', 'not-an-object'],
    ['a misspelt setting', '{"mask":["eid"]}', 'unknown-setting'],
    ['a setting of a newer version', '{"masks":[],"newer":1}', 'unknown-setting'],
    ['a misspelt value', '{"masks":["ied"]}', 'wrong-setting'],
    ['an address with a path', '{"addresses":["api.example.com/v1"]}', 'wrong-setting'],
    ['an address in capitals', '{"addresses":["API.example.com"]}', 'wrong-setting'],
    ['days as a text', '{"leastDaysFailures":"365"}', 'wrong-setting'],
    ['a feed without https', '{"updateFeed":"http://updates.example.com"}', 'wrong-setting'],
    ['a profile with a secret', '{"profiles":[{"clientSecret":"x"}]}', 'wrong-setting'],
    ['an outlet as a damaged text', '{"outlets":["{"]}', 'not-json'],
  ])('%s', (_title, content, result) => {
    const path = join(temporaryDirectory(), 'policy.json');
    writeFileSync(path, content);
    expect(damage(readPolicy(fileSource(path), 'operator'))).toBe(result);
  });

  test('a missing file is no policy; a folder, a pipe of bytes too large and a file that cannot be read are damaged', () => {
    const folder = temporaryDirectory();
    const path = join(folder, 'policy.json');
    expect(damage(readPolicy(fileSource(path), 'operator'))).toBe('none');
    mkdirSync(path);
    expect(damage(readPolicy(fileSource(path), 'operator'))).toBe('unreadable');
    writeFileSync(join(folder, 'large'), ' '.repeat(1_000_001));
    expect(damage(readPolicy(fileSource(join(folder, 'large')), 'operator'))).toBe('unreadable');
  });
});

describe('[POLICY-1] Windows: the key of the registry as reg prints it', () => {
  const KEY = String.raw`HKEY_LOCAL_MACHINE\Software\Policies`;
  const line = ([name, value]: readonly [string, unknown]) => {
    if (typeof value === 'number') return `    ${name}    REG_DWORD    0x${value.toString(16)}`;
    if (!Array.isArray(value)) return `    ${name}    REG_SZ    ${String(value)}`;
    const texts = value.map((one: unknown) => (typeof one === 'string' ? one : JSON.stringify(one)));
    return `    ${name}    REG_MULTI_SZ    ${texts.join(String.raw`\0`)}`;
  };
  const own = (...lines: string[]) => ['', `${KEY}\\Watchfloor`, ...lines, ''].join('\r\n');
  const registry = (output: string | null, others = '') => {
    const calls: string[] = [];
    const policy = readPolicy(
      registrySource((program, args) => {
        calls.push([program, ...args].join(' '));
        if (args[1]?.endsWith('Watchfloor') !== true)
          return ['', `${KEY}\\Microsoft`, ...(output === null ? [] : [`${KEY}\\Watchfloor`]), others, ''].join('\r\n');
        return output ?? '';
      }),
      'operator',
    );
    return { policy, calls };
  };

  test('reads every type of value', () => {
    const { policy, calls } = registry(own(...Object.entries(example).map(line)));
    expect(policy).toEqual({ ...parsePolicy(example), place: String.raw`HKLM\Software\Policies\Watchfloor` });
    expect(calls).toEqual([
      String.raw`C:\Windows\System32\reg.exe query HKLM\Software\Policies /reg:64`,
      String.raw`C:\Windows\System32\reg.exe query HKLM\Software\Policies\Watchfloor /reg:64`,
    ]);
  });

  test.each<[title: string, output: string | null, result: string]>([
    ['no key', null, 'none'],
    ['a key without values', own(), 'valid'],
    ['a default value', own('    (Default)    REG_SZ    '), 'valid'],
    ['an empty list', own('    outlets    REG_MULTI_SZ    '), 'valid'],
    ['a value of another type', own('    masks    REG_BINARY    00'), 'unreadable'],
    ['a list as one text', own('    masks    REG_SZ    eid'), 'wrong-setting'],
    ['letters that the console does not have', own('    updatePublisher    REG_SZ    M\uFFFDller'), 'unreadable'],
  ])('%s', (_title, output, result) => {
    expect(damage(registry(output).policy)).toBe(result);
  });

  test('another key with a similar name is no policy, and a reg that fails is a damaged one', () => {
    expect(damage(registry(null, `${KEY}\\Watchfloors`).policy)).toBe('none');
    const fails = () => {
      throw new Error('ERROR: Access is denied.');
    };
    expect(damage(readPolicy(registrySource(fails), 'operator'))).toBe('unreadable');
  });
});

test('[POLICY-1] the place is fixed for each system', () => {
  expect((['linux', 'darwin', 'win32'] as const).map((platform) => systemPolicySource(platform).place)).toEqual([
    '/etc/watchfloor/policy.json',
    '/Library/Managed Preferences/io.watchfloor.desktop.plist',
    String.raw`HKLM\Software\Policies\Watchfloor`,
  ]);
});

test('[POLICY-1] macOS: no file is no policy, and a plutil that fails is a damaged one', () => {
  const path = join(temporaryDirectory(), 'io.watchfloor.desktop.plist');
  const fails = () => {
    throw new Error('plutil: invalid');
  };
  expect(damage(readPolicy(plistSource(path, fails), 'operator'))).toBe('none');
  writeFileSync(path, 'bplist00');
  expect(damage(readPolicy(plistSource(path, fails), 'operator'))).toBe('unreadable');
});
