import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { Ajv } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { policyFiles } from '../../../build/policy-files.ts';
import { plistSource, readPolicy } from '../../../src-main/adapters/policy/system-policy.ts';
import { policySettingNames, policySettings } from '../../../src-shared/domain/policy/policy-settings.ts';
import { parsePolicy } from '../../doubles/policy.ts';
import { missingPython } from '../../support/python.ts';

const pathOf = (name: string) => fileURLToPath(new URL(`../../../docs/policy/${name}`, import.meta.url));
const files = policyFiles();
const example = Object.fromEntries(policySettingNames.map((name) => [name, policySettings[name].example]));

test.each(Object.keys(files))(
  '[POLICY-1] docs/policy/%s is made from the table of settings (npm run policy writes it)',
  (name) => {
    const stored = readFileSync(pathOf(name), 'utf8');
    if (name.endsWith('.json')) expect(JSON.parse(stored)).toEqual(JSON.parse(files[name] ?? ''));
    else expect(stored).toBe(files[name]);
  },
);

test('the schema accepts the example, and refuses a misspelt setting and a wrong value', () => {
  const validate = new Ajv2020({ strict: false, formats: { uri: true } }).compile(
    JSON.parse(files['policy.schema.json'] ?? ''),
  );
  expect([validate(example), validate({ adresses: [] }), validate({ leastDaysFailures: 0 })]).toEqual([
    true,
    false,
    false,
  ]);
  expect(parsePolicy(example).kind).toBe('valid');
});

test.skipIf(missingPython() !== null)('Python reads the property list as the example', () => {
  const script = 'import json, plistlib, sys; json.dump(plistlib.load(open(sys.argv[1], "rb")), sys.stdout)';
  const read = (_program: string, args: readonly string[]) =>
    execFileSync('python3', ['-c', script, args.at(-1) ?? ''], { encoding: 'utf8' });
  const policy = readPolicy(plistSource(pathOf('io.watchfloor.desktop.plist'), read), 'operator');
  expect(policy).toEqual({ ...parsePolicy(example), place: pathOf('io.watchfloor.desktop.plist') });
});

/** Prints what a template names, and what its texts define; fails if either is no well-formed XML. */
const READ_TEMPLATES = `
import json, re, sys, xml.etree.ElementTree as ET
space = '{http://schemas.microsoft.com/GroupPolicy/2006/07/PolicyDefinitions}'
admx, adml = ET.parse(sys.argv[1]).getroot(), ET.parse(sys.argv[2]).getroot()
used = re.findall(r'\\$\\((string|presentation)\\.(\\w+)\\)', open(sys.argv[1]).read())
policies = {}
for policy in admx.iter(space + 'policy'):
    policies[policy.get('name')] = [[each.tag.replace(space, ''), each.get('id'), each.get('valueName')] for each in policy.find(space + 'elements')]
controls = {each.get('id'): [[control.tag.replace(space, ''), control.get('refId')] for control in each] for each in adml.iter(space + 'presentation')}
json.dump({
  'strings': sorted({name for kind, name in used if kind == 'string'}),
  'presentations': sorted({name for kind, name in used if kind == 'presentation'}),
  'policies': policies, 'controls': controls,
  'defined': sorted(each.get('id') for each in adml.iter(space + 'string')),
}, sys.stdout)`;

test.skipIf(missingPython() !== null)(
  'every setting is in the template for Windows, with its text and its control',
  () => {
    const args = ['-c', READ_TEMPLATES, pathOf('watchfloor.admx'), pathOf('en-US/watchfloor.adml')];
    const read = JSON.parse(execFileSync('python3', args, { encoding: 'utf8' })) as {
      readonly strings: string[];
      readonly presentations: string[];
      readonly defined: string[];
      readonly policies: Record<string, [string, string, string][]>;
      readonly controls: Record<string, [string, string][]>;
    };
    expect(read.defined).toEqual(read.strings);
    expect(read.presentations).toEqual(policySettingNames.toSorted());
    expect(Object.keys(read.policies)).toEqual(policySettingNames);
    const CONTROLS: Readonly<Record<string, string>> = {
      decimal: 'decimalTextBox',
      multiText: 'multiTextBox',
      text: 'textBox',
      enum: 'dropdownList',
    };
    for (const [name, elements] of Object.entries(read.policies)) {
      const [element] = elements;
      const [kind, ...ids] = element ?? [];
      expect([elements.length, ids]).toEqual([1, [name, name]]);
      expect(read.controls[name]).toEqual([[CONTROLS[kind ?? ''], name]]);
    }
  },
);

test('[POLICY-1] Windows has an installer for all users of a computer beside the one for one user', () => {
  const text = readFileSync(new URL('../../../build/electron-builder.yml', import.meta.url), 'utf8');
  const config = parse(text) as Record<string, Record<string, unknown>>;
  expect([config['msi']?.['perMachine'], config['nsis']?.['perMachine']]).toEqual([true, false]);
  expect([config['msi']?.['artifactName'], config['artifactName']]).toEqual([
    // oxlint-disable-next-line no-template-curly-in-string -- electron-builder's own placeholders
    '${name}-${version}-${os}-${arch}-machine.${ext}',
    // oxlint-disable-next-line no-template-curly-in-string -- electron-builder's own placeholders
    '${name}-${version}-${os}-${arch}.${ext}',
  ]);
  const scheme = createRequire(createRequire(import.meta.url).resolve('app-builder-lib'))('../scheme.json') as object;
  const validate = new Ajv({ strict: false, logger: false }).compile(scheme);
  expect([validate(config), validate.errors]).toEqual([true, null]);
});
