/** Reads the fleet policy where only an administrator can write. No variable, option or file of the user changes the place. */
import { execFileSync } from 'node:child_process';
import { userInfo } from 'node:os';
import type * as z from 'zod';
import { appError, type AppErrorDetails } from '../../../src-shared/api/errors.ts';
import {
  type PolicySetting,
  policySettingNames,
  policySettings,
} from '../../../src-shared/domain/policy/policy-settings.ts';
import { policySchema } from '../../../src-shared/domain/policy/policy-schema.ts';
import { errorCodeOf } from '../../../src-shared/lib/error-code.ts';
import type { Policy } from '../../../src-shared/api/policy/policy.ts';
import { readPlainTextSync } from '../files/plain-file.ts';
import { registryValues } from './registry-values.ts';

const MAX_POLICY_BYTES = 1_000_000;
/** A program of the system answers in some milliseconds; one that hangs must not keep Watchfloor from starting. */
const PROGRAM_MS = 10_000;

/** Content as an object of settings; null if there is no policy. @throws the system's error; SyntaxError */
export interface PolicySource {
  readonly place: string;
  read(): unknown;
}

export function systemPolicySource(platform: NodeJS.Platform): PolicySource {
  if (platform === 'win32') return registrySource(run);
  if (platform === 'darwin') return plistSource('/Library/Managed Preferences/io.watchfloor.desktop.plist', run);
  return fileSource('/etc/watchfloor/policy.json');
}

export function readPolicy(source: PolicySource, user: string): Policy {
  const { place } = source;
  const damaged = (facts: Omit<AppErrorDetails['POLICY_DAMAGED'], 'place'>): Policy => ({
    kind: 'damaged',
    error: appError('POLICY_DAMAGED', { place, ...facts }),
  });
  let content: unknown;
  try {
    content = source.read();
    if (content === null) return { kind: 'none' };
    content = withParsedObjects(content);
  } catch (error) {
    if (error instanceof SyntaxError) return damaged({ problem: 'not-json' });
    return damaged({ problem: 'unreadable', detail: errorCodeOf(error) || String(error) });
  }
  const parsed = policySchema.safeParse(content);
  return parsed.success
    ? { kind: 'valid', place, user, values: parsed.data }
    : damaged(mistake(parsed.error.issues[0]));
}

/** The policy of this computer for the account that runs this process. */
export function readSystemPolicy(): Policy {
  return readPolicy(systemPolicySource(process.platform), userInfo().username);
}

export function fileSource(path: string): PolicySource {
  return {
    place: path,
    read: () => {
      const text = unlessMissing(() => readPlainTextSync(path, MAX_POLICY_BYTES));
      return text === null ? null : objectOf(text);
    },
  };
}

type Run = (program: string, args: readonly string[]) => string;

/** `plutil` reads both forms of a property list; macOS writes managed preferences in the binary one. */
export function plistSource(path: string, runProgram: Run): PolicySource {
  return {
    place: path,
    read: () => {
      if (unlessMissing(() => readPlainTextSync(path, MAX_POLICY_BYTES)) === null) return null;
      return objectOf(runProgram('/usr/bin/plutil', ['-convert', 'json', '-o', '-', path]));
    },
  };
}

const POLICIES_KEY = String.raw`HKLM\Software\Policies`;
const OWN_KEY = `${POLICIES_KEY}\\Watchfloor`;

/** `reg` fails in the same way if a key is missing and if it may not be read, so the key above is listed first. */
export function registrySource(runProgram: Run): PolicySource {
  // Not %SystemRoot%: a user can set it for one process.
  const query = (key: string) => runProgram(String.raw`C:\Windows\System32\reg.exe`, ['query', key, '/reg:64']);
  return {
    place: OWN_KEY,
    read: () => {
      const isThere = /\\Policies\\Watchfloor\s*$/im.test(query(POLICIES_KEY));
      return isThere ? registryValues(query(OWN_KEY)) : null;
    },
  };
}

function run(program: string, args: readonly string[]): string {
  return execFileSync(program, args, {
    encoding: 'utf8',
    timeout: PROGRAM_MS,
    windowsHide: true,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
}

function objectOf(text: string): unknown {
  // Some editors start a file with a byte order mark. `null` would be no policy.
  return (JSON.parse(text.replace(/^\uFEFF/, '')) as unknown) ?? 'null';
}

function unlessMissing(read: () => string): string | null {
  try {
    return read();
  } catch (error) {
    if (errorCodeOf(error) === 'ENOENT') return null;
    throw error;
  }
}

/** A registry has no objects, so their texts are parsed; also elsewhere, for one administrator's habits. */
function withParsedObjects(content: unknown): unknown {
  if (typeof content !== 'object' || content === null || Array.isArray(content)) return content;
  const settings: Readonly<Record<string, PolicySetting>> = policySettings;
  const parsed = Object.entries(content).map(([name, value]: [string, unknown]) => {
    if (settings[name]?.type !== 'objects' || !Array.isArray(value)) return [name, value];
    return [name, value.map((one: unknown) => (typeof one === 'string' ? (JSON.parse(one) as unknown) : one))];
  });
  return Object.fromEntries(parsed);
}

function mistake(issue: z.core.$ZodIssue | undefined): Omit<AppErrorDetails['POLICY_DAMAGED'], 'place'> {
  const setting = issue?.path.join('.') ?? '';
  if (issue?.code === 'unrecognized_keys' && issue.path.length === 0)
    return { problem: 'unknown-setting', setting: issue.keys[0] ?? '', expected: policySettingNames.join(', ') };
  if (issue === undefined || setting === '') return { problem: 'not-an-object' };
  return { problem: 'wrong-setting', setting, expected: issue.message };
}
