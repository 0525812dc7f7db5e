import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createAlarmSettingsFiles } from '../../../../src-main/adapters/alarm-settings/alarm-settings-files.ts';
import { DEFAULT_ALARM_SETTINGS } from '../../../../src-shared/domain/cases/alarm.ts';
import { profileIdSchema } from '../../../../src-shared/domain/identity.ts';
import { temporaryDirectory } from '../../../support/temporary-directory.ts';

const storeIdentity = { id: profileIdSchema.parse('acme-europe'), name: 'Acme', practice: false, source: '' };

function settingsFiles() {
  const directory = join(temporaryDirectory(), 'acme');
  return { directory, path: join(directory, 'alarms.json'), files: createAlarmSettingsFiles(() => directory) };
}

test('alarm settings are the defaults until they are set, then they are read as they were written', async () => {
  const { files, path } = settingsFiles();
  expect(await files.read(storeIdentity)).toEqual(DEFAULT_ALARM_SETTINGS);
  const settings = { ...DEFAULT_ALARM_SETTINGS, perMinute: 3 };
  await files.write(storeIdentity, settings);
  expect(await files.read(storeIdentity)).toEqual(settings);
  if (process.platform !== 'win32') expect(statSync(path).mode & 0o777).toBe(0o600);
});

test.each(['', '{"version":1', '{"version":2}', '[]', '{"version":1,"perMinute":"many"}'])(
  '[ALARM-19] alarm settings that cannot be read are reported and left unchanged: %s',
  async (text) => {
    const { files, path, directory } = settingsFiles();
    mkdirSync(directory);
    writeFileSync(path, text);
    await expect(files.read(storeIdentity)).rejects.toMatchObject({
      code: 'ALARMS_DAMAGED',
      data: { facts: { path } },
    });
    expect(readFileSync(path, 'utf8')).toBe(text);
  },
);
