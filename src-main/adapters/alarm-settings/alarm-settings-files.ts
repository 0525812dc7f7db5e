import { DEFAULT_ALARM_SETTINGS } from '../../../src-shared/domain/cases/alarm.ts';
import { parseAlarmSettings, printAlarmSettings } from '../../../src-shared/domain/cases/alarm-settings-text.ts';
import type { AlarmFiles } from '../../core/ports/alarm-files.ts';
import { type DirectoryOf, userFiles } from '../files/user-file.ts';

export function createAlarmSettingsFiles(directoryOf: DirectoryOf): AlarmFiles {
  return userFiles(directoryOf, {
    fileName: 'alarms.json',
    damaged: 'ALARMS_DAMAGED',
    initial: DEFAULT_ALARM_SETTINGS,
    print: printAlarmSettings,
    parse(text) {
      const { settings, problems } = parseAlarmSettings(text);
      return { content: settings, problems };
    },
  });
}
