/** `--no-notify`, the same for every command that alarms by the desktop's notifications. */
import { Option } from 'commander';

export function noNotifyOption(): Option {
  return new Option('--no-notify', "do not show alarms by this desktop's notification service");
}
