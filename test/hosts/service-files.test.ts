import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { collectCommand } from '../../src-main/hosts/cli/collect/collect.ts';
import { installedProgram } from '../support/session-bus.ts';
import { TestTerminal } from '../support/terminal.ts';

const read = (path: string) => readFileSync(fileURLToPath(new URL(`../../build/${path}`, import.meta.url)), 'utf8');
const readDocument = (name: string) =>
  readFileSync(fileURLToPath(new URL(`../../docs/${name}`, import.meta.url)), 'utf8');
const unit = read('systemd/watchfloor.service');
const containerfile = read('Containerfile');
const folder = mkdtempSync(join(tmpdir(), 'watchfloor-unit-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('[HEALTH-6] the unit and the Containerfile call the collector with options that it has', () => {
  const started = /^ExecStart=\S+ ((?:.*\\\n)*.*)$/m.exec(unit)?.[1] ?? '';
  const inUnit = started.split(/[\s\\]+/).filter((word) => word !== '');
  const inContainer = JSON.parse(/^CMD (\[.*\])$/m.exec(containerfile)?.[1] ?? '[]') as string[];
  for (const [command, ...words] of [inUnit, inContainer]) {
    expect(command).toBe('collect');
    const { operands, unknown } = collectCommand(new TestTerminal()).exitOverride().parseOptions(words);
    expect({ operands, unknown }).toEqual({ operands: [], unknown: [] });
    expect(words).toEqual(expect.arrayContaining(['--profile', '--data-dir', '--health-port', '--exit-on']));
  }
});

test("[PACKED-1] the image is built in the format that keeps its health check, and without npm's cache", () => {
  expect(containerfile).toMatch(/^HEALTHCHECK /m);
  const builds = [containerfile, readDocument('headless.md')].flatMap((text) => text.match(/podman build .*/g) ?? []);
  expect(builds.map((line) => line.startsWith('podman build --format docker '))).toEqual([true, true]);
  expect(/^RUN npm install (?:.*\\\n)*.*/m.exec(containerfile)?.[0]).toContain('&& npm cache clean --force');
});

test('the unit expects what the collector reports: ready, alive, and exit codes that a restart cannot repair', () => {
  expect(unit).toMatch(/^Type=notify$/m);
  expect(unit).toMatch(/^NotifyAccess=all$/m);
  expect(unit).toMatch(/^WatchdogSec=2min$/m);
  expect(unit).toMatch(/^RestartPreventExitStatus=2 3$/m);
  expect(unit).not.toMatch(/^Environment=.*(?:SECRET|TOKEN)/m);
});

/** Returns the effective value: systemd uses the last one of a section. */
function setting(section: string, name: string): string | undefined {
  const [, text = ''] = new RegExp(`^\\[${section}\\]\\n([\\s\\S]*?)(?=^\\[|$(?![\\s\\S]))`, 'm').exec(unit) ?? [];
  return [...text.matchAll(new RegExp(`^${name}=(.*)$`, 'gm'))].at(-1)?.[1];
}

test('[HEALTH-6] a collector that fails without needing a user is restarted, without a limit', () => {
  expect({
    interval: setting('Unit', 'StartLimitIntervalSec'),
    action: setting('Unit', 'StartLimitAction'),
    restart: setting('Service', 'Restart'),
    pause: setting('Service', 'RestartSec'),
  }).toEqual({ interval: '0', action: undefined, restart: 'on-failure', pause: '30s' });
});

describe.skipIf(installedProgram('systemd-analyze') === null)('systemd', () => {
  /** Uses another program, because the command is not installed where the tests run. */
  const path = join(folder, 'watchfloor.service');
  writeFileSync(path, unit.replace('/usr/local/bin/watchfloor', process.execPath));
  const analyze = (...words: string[]) => {
    const call = spawnSync(installedProgram('systemd-analyze') ?? '', [...words, path], { encoding: 'utf8' });
    return `${call.stdout}${call.stderr}`;
  };

  test('[HEALTH-6] finds no fault in the unit', () => {
    expect(analyze('verify', '--man=no')).toBe('');
  });

  test('[HEALTH-6] reports an exposure of the unit below 2 of 10', () => {
    const level = /Overall exposure level for watchfloor\.service: (\d+\.\d)/.exec(
      analyze('security', '--offline=true', '--no-pager'),
    );
    expect(Number(level?.[1])).toBeLessThan(2);
  });
});
