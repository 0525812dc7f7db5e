/** `--no-notify`, shared by all commands that show desktop notifications. */
import { Option } from 'commander';

export function noNotifyOption(): Option {
  return new Option('--no-notify', "do not show alarms by this desktop's notification service");
}
